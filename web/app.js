// The page: a game tree, the current move and the modes.
import { Analyse } from './analyse.js';
import { colour } from './tengen/board.js';
import './tengen/element.js';
import { Changes } from './changes.js';
import { byId, download, make, toast } from './dom.js';
import { Files } from './files.js';
import { RecentGames } from './games.js';
import { carry } from './judged.js';
import { Play, checkKept } from './play.js';
import { pointsOf, shown } from './tengen/points.js';
import { Puzzles } from './puzzles.js';
import { GameRecord } from './record.js';
import { Review } from './review.js';
import { RuleLine } from './rule.js';
import { whyOf } from './remarks.js';
import { connect } from './socket.js';
import { PageState } from './state.js';
import { asideOf, checkForm, load, setAside, store, stored, unreadable } from './stored.js';
import { Tree } from './tree.js';
import { Watch } from './watch.js';
import { defaultLanguage, ended, fetchWords, setLanguage, t } from './words.js';

/**
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./state.js').ModeName} ModeName
 */

const KEPT = 'tengen';
const MODES = ['play', 'analyse', 'review', 'puzzles', 'watch'];

/** The initial empty game. */
const newTree = () => new Tree({ width: 15, height: 15, rule: 'freestyle' });

export class App {
  /** @param {any} kept the stored state */
  constructor(kept) {
    byId('unopened').remove();
    /** @type {import('./state.js').Settings} */
    const settings = {
      language: defaultLanguage(),
      theme: 'auto',
      labels: 'letters',
      board: 'wood',
      marks: 'usual',
      numbers: false,
      fouls: true,
      sound: false,
      confirm: matchMedia('(pointer: coarse)').matches,
      slide: false,
      ponder: false,
      depth: 0,
      nodes: 0,
      range: 0,
      memory: 0,
      threads: 0,
      ...kept.settings,
    };
    const tree = kept.tree ? Tree.read(kept.tree) : newTree();
    const mode = kept.mode && kept.mode !== 'watch' ? kept.mode : 'play';
    this.state = new PageState(settings, tree, tree.find(kept.at ?? ''), mode);
    /** Whether the engine has accepted the first game. Nothing is stored before that. */
    this.started = false;
    /** The browser cannot run the engine. */
    this.unfit = false;
    /** Whether the notice shown is still true. @type {() => boolean} */
    this.noticeHolds = () => true;
    /** A touch before the engine's first answer. @type {{ point: string, mode: ModeName } | null} */
    this.early = null;
    this.view = /** @type {import('./tengen/element.js').TengenBoard} */ (byId('board'));
    this.view.words = t;
    this.record = new GameRecord(this);
    this.modes = {
      play: new Play(this, kept.play),
      analyse: new Analyse(this, kept.analyse),
      review: new Review(this),
      puzzles: new Puzzles(this),
      watch: new Watch(this),
    };
    this.files = new Files(this);
    this.changes = new Changes(this);
    this.games = new RecentGames(kept.game);
    this.ruleLine = new RuleLine(this);
    this.engine = connect((state) => this.connected(state));
    this.state.draw = () => this.draw();
    this.listen();
    this.applySettings();
    performance.mark('board');
    this.start();
  }

  /** Shows the game from the address, or the stored game if the engine accepts it. */
  async start() {
    const { mode } = this;
    const { hash } = location;
    this.choose(hash ? 'analyse' : mode);
    const { opened, refusal } = await this.openLink();
    if (!opened) {
      if (hash) this.choose(mode);
      await this.check();
    }
    this.started = true;
    this.state.changed();
    this.keep();
    if (!opened) this.go(this.at);
    this.changes.resume();
    this.report(refusal);
  }

  /** Opens the game from the address, if there is one. Returns the reason if it is refused. */
  async openLink() {
    const { hash } = location;
    history.replaceState(null, '', location.pathname);
    try {
      return { opened: await this.files.openLink(hash), refusal: '' };
    } catch (error) {
      return { opened: false, refusal: t('linkRefused', { why: await whyOf(error) }) };
    }
  }

  /** Sets the stored game aside if the engine refuses it. */
  async check() {
    const { tree, at } = this;
    try {
      await this.engine.ask({ ask: 'look', game: tree.game(at) });
    } catch (error) {
      setAside(KEPT, await whyOf(error));
      const fresh = newTree();
      const { puzzles } = this.modes;
      if (puzzles.own?.tree === tree) puzzles.own = { tree: fresh, at: fresh.root };
      if (this.tree === tree) this.take(fresh);
      this.modes.play.idle = false;
    }
  }

  /** Reports a refused link and stored data that could not be read. @param {string} refusal */
  report(refusal) {
    const asides = unreadable.splice(0);
    if (!refusal && !asides.length) return;
    const text = [refusal, ...asides.map(({ why }) => t('setAside', { why }))].filter(Boolean).join(' ');
    const save = () =>
      asides.forEach(({ key }) => download(new Blob([stored(asideOf(key)) ?? '']), `${asideOf(key)}.json`));
    this.notice(text, [
      ...(asides.length ? [/** @type {[string, () => void]} */ ([t('saveAside'), save])] : []),
      [t('close'), () => {}],
    ]);
  }

  get settings() {
    return this.state.settings;
  }

  get tree() {
    return this.state.tree;
  }

  get at() {
    return this.state.at;
  }

  get board() {
    return this.state.board;
  }

  get hello() {
    return this.state.hello;
  }

  get mode() {
    return this.state.mode;
  }

  get settled() {
    return this.state.settled;
  }

  get cursor() {
    return this.state.cursor;
  }

  get aimed() {
    return this.state.aimed;
  }

  get setup() {
    return this.state.setup;
  }

  /** @returns {import('./state.js').Mode} */
  get current() {
    return this.modes[this.mode];
  }

  listen() {
    for (const tab of document.querySelectorAll('[data-mode]')) {
      tab.addEventListener('click', () =>
        this.choose(/** @type {ModeName} */ (tab.getAttribute('data-mode'))),
      );
      // After a mouse click the arrow keys move through the game, not through the tabs.
      tab.addEventListener('pointerup', () => /** @type {HTMLElement} */ (tab).blur());
    }
    byId('tabs').addEventListener('keydown', (event) => this.tabKey(event));
    byId('open-help').addEventListener('click', () => this.help());
    byId('open-settings').addEventListener('click', () => this.showSettings());
    const listen = (/** @type {string} */ type, /** @type {(detail: any) => void} */ act) =>
      this.view.addEventListener(type, (event) => {
        event.preventDefault();
        act(/** @type {CustomEvent} */ (event).detail);
      });
    listen('point', ({ point, cursor }) => this.touch(point, cursor));
    listen('cursor', ({ point }) => this.state.point(point));
    listen('say', ({ text }) => this.announce(text));
    document.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('pagehide', () => this.keep());
    window.addEventListener('hashchange', async () => {
      if (location.hash) this.report((await this.openLink()).refusal);
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applySettings());
  }

  /** Opens the help. @param {string} [section] to be shown */
  async help(section) {
    const { Help } = await import('./help.js');
    await new Help(this).show(section);
  }

  async showSettings() {
    const { SettingsDialog } = await import('./settings.js');
    await new SettingsDialog(this).show();
  }

  /** Applies language, colours and coordinates. */
  applySettings() {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const theme = this.settings.theme === 'auto' ? (dark ? 'dark' : 'light') : this.settings.theme;
    document.documentElement.dataset.theme = theme;
    colour(document.documentElement, this.settings.board, this.settings.marks);
    this.view.toggleAttribute('slide', this.settings.slide);
    setLanguage(this.settings.language);
    for (const mode of Object.values(this.modes)) mode.build();
    this.record.build();
    this.changes.build();
    this.draw();
  }

  /** @param {import('./tengen/engine.js').State} state */
  async connected(state) {
    this.unfit = state === 'unfit';
    this.state.changed();
    const banner = byId('banner');
    banner.hidden = state === 'open';
    banner.textContent = state === 'open' || state === 'connecting' ? '' : t(state);
    if (state === 'open' && !this.hello) {
      const hello = await this.engine.ask({ ask: 'hello' });
      this.state.setHello(hello);
      for (const mode of Object.values(this.modes)) mode.build();
      byId('tab-watch').hidden = !hello.watch;
      if (hello.watch) this.choose('watch');
    }
  }

  /** @param {ModeName} mode */
  choose(mode) {
    const before = this.current;
    this.state.choose(mode);
    if (before !== this.current) before.leave();
    for (const name of Object.keys(this.modes)) {
      byId(`mode-${name}`).hidden = name !== mode;
      byId(`tab-${name}`).setAttribute('aria-selected', String(name === mode));
      byId(`tab-${name}`).tabIndex = name === mode ? 0 : -1;
    }
    // On a phone the tabs may not all fit.
    byId(`tab-${mode}`).scrollIntoView({ block: 'nearest', inline: 'nearest' });
    byId('panel').setAttribute('aria-labelledby', `tab-${mode}`);
    byId('notice').hidden = true;
    this.current.enter();
    this.keep();
  }

  /** Replaces the game. @param {Tree} tree @param {string} [name] its name in the list of recent games */
  take(tree, name) {
    this.keep();
    byId('notice').hidden = true;
    this.state.replace(tree);
    this.games.another(name);
    for (const mode of Object.values(this.modes)) mode.gameReplaced();
    this.go(tree.end(tree.root));
  }

  /** Restores an earlier state (undo, redo). @param {import('./history.js').State} state */
  restore(state) {
    const tree = Tree.read(JSON.parse(state.tree));
    carry(this.tree, tree);
    this.state.replace(tree);
    this.games.another(state.game);
    for (const mode of Object.values(this.modes)) mode.gameReplaced();
    this.modes.play.resume(JSON.parse(state.play));
    this.go(this.tree.find(state.at));
  }

  /** Goes to a move. @param {Move} move */
  async go(move) {
    const { number, played } = this.state.look(move);
    if (played && this.board && this.settings.sound) void import('./sound.js').then(({ knock }) => knock());
    this.record.show();
    try {
      const board = await this.engine.ask({ ask: 'look', game: this.tree.game(move) });
      if (!this.state.answer(number, board)) return;
      if (played) this.say(move);
      this.current.changed();
      if (this.started) this.playEarly();
    } catch (error) {
      if (!this.state.answer(number, null)) return;
      this.complain(error);
    }
    this.keep();
  }

  /** Plays a stone as a variation; the game in progress stays as it is. @param {Move} at @param {string} point */
  explore(at, point) {
    this.modes.play.tried();
    this.keep(); // undo comes back to the move on the board now
    this.go(this.tree.add(at, point));
  }

  /** Announces a move to screen readers. @param {Move} move */
  say(move) {
    if (!move.point) return;
    const side = move.parent ? this.tree.side(move.parent) : 'black';
    const ending = this.board?.ending ? '. ' + ended(this.board.ending) : '';
    this.announce(t('played', { side: t(side), point: this.name(move.point) }) + ending);
  }

  /** @param {string} text */
  announce(text) {
    byId('live').textContent = text;
  }

  /** A point in the chosen coordinates. @param {string} point */
  name(point) {
    return shown(point, this.tree.start.height, this.settings.labels);
  }

  /** @param {unknown} error */
  async complain(error) {
    toast(await whyOf(error));
  }

  /** Draws the page. */
  draw() {
    const { width, height } = this.state.start;
    if (!this.noticeHolds()) byId('notice').hidden = true;
    this.view.show({ size: `${width}x${height}`, labels: this.settings.labels }, this.scene());
    this.view.setAttribute('aria-busy', String(!(this.started && this.hello && this.settled)));
    document.documentElement.style.setProperty('--ratio', String(this.view.ratio));
    this.seats();
    this.scorebar();
    byId('status').textContent = this.status();
    byId('status').classList.toggle('loading', !this.hello && !this.unfit);
    this.record.buttons();
    this.ruleLine.show();
    this.changes.buttons();
  }

  /** What the board shows. @returns {import('./tengen/board.js').Scene} */
  scene() {
    const cursor = this.state.cursor ?? undefined;
    if (this.setup) return { ...this.setup.scene(), cursor };
    return {
      ...this.plainScene(),
      cursor,
      aimed: this.aimed?.point ?? this.early?.point,
      ...this.current.scene(),
    };
  }

  /** The position without the marks of the mode. @returns {import('./tengen/board.js').Scene} */
  plainScene() {
    const { board, seen, next, settings } = this.state;
    const forbidden = settings.fouls ? (board?.forbidden ?? []) : [];
    const numbers = new Map(this.tree.path(seen).map((move) => [move.point, move.ply]));
    return {
      black: pointsOf(board?.black ?? ''),
      white: pointsOf(board?.white ?? ''),
      dead: pointsOf(board?.dead ?? ''),
      row: pointsOf(board?.row ?? ''),
      forbidden: forbidden.map(({ point, kind }) => ({ point, kind: t(`foul ${kind}`) })),
      last: seen.point || undefined,
      numbers: settings.numbers ? numbers : undefined,
      next,
    };
  }

  status() {
    if (!this.hello) return this.unfit ? '' : t('loading');
    if (this.setup) return t('settingUp');
    if (this.aimed) return t('tapAgain', { point: this.name(this.aimed.point) });
    return (
      this.current.status() ??
      (this.board?.ending
        ? ended(this.board.ending)
        : t('toMove', { side: t(this.board?.to_move ?? 'black') }))
    );
  }

  /** Draws the two players. */
  seats() {
    const play = this.modes.play;
    const sides = play.lower === 'white' ? ['black', 'white'] : ['white', 'black'];
    const opens = this.mode === 'play' && this.at === play.tip;
    const actor = (opens && play.opening?.actor) || this.board?.to_move;
    for (const [i, id] of ['seat-top', 'seat-bottom'].entries()) {
      const side = /** @type {'black' | 'white'} */ (sides[i]);
      const { name, about, clock: ours } = play.describe(side);
      const clock = this.mode === 'watch' ? this.modes.watch.clock(side) : ours;
      const turn = !this.board?.ending && actor === side;
      const element = byId(id);
      element.className = turn ? 'seat turn' : 'seat';
      element.setAttribute('aria-current', String(turn));
      element.replaceChildren(
        make(`i.stone.${side}`, { role: 'img', 'aria-label': t(side) }),
        make('span.name', {}, name),
        make('span.about', {}, ...about),
        ...(clock
          ? [make(clock.short ? 'span.clock.short' : 'span.clock', { role: 'timer' }, clock.face)]
          : []),
      );
    }
  }

  /** Draws the bar with Black's chance to win. */
  scorebar() {
    const black = this.current.chance();
    const bar = byId('scorebar');
    bar.hidden = ['play', 'puzzles', 'watch'].includes(this.mode);
    const share = black ?? 0.5;
    bar.style.setProperty('--share', `${100 * share}%`);
    const label = /** @type {HTMLElement} */ (bar.lastElementChild);
    label.textContent = black === null ? '' : String(Math.round(100 * Math.max(share, 1 - share)));
    label.className = share < 0.5 ? 'high' : '';
    bar.setAttribute(
      'aria-label',
      black === null
        ? t('noScore')
        : t('chances', { black: Math.round(100 * share), white: Math.round(100 * (1 - share)) }),
    );
  }

  /** Handles a click on a point, or Enter at the cursor. @param {string} point @param {string | null} [cursor] */
  touch(point, cursor = null) {
    this.state.point(cursor);
    if (!this.board && ['play', 'analyse', 'review'].includes(this.mode))
      this.early = { point, mode: this.mode };
    else if (this.setup) this.setup.touch(point);
    else this.current.touch(point);
  }

  /** Repeats the touch from before the engine's first answer. */
  playEarly() {
    const { early } = this;
    this.early = null;
    if (early?.mode === this.mode) this.touch(early.point);
  }

  /** Whether this touch only aims. With `confirm` set, a second touch plays; keys never aim. @param {string} point @param {() => void} go */
  aimsFirst(point, go) {
    const { confirm, slide } = this.settings;
    const aims = confirm && !slide && !this.state.cursor && this.aimed?.point !== point;
    this.state.aim(aims ? { point, go } : null);
    if (aims) this.announce(this.status());
    return aims;
  }

  /** Plays the stone that was aimed at. */
  confirm() {
    if (this.aimed) this.playAt(this.aimed.point, this.aimed.go);
  }

  /** Calls `go` if the point is empty; asks first if it is forbidden. @param {string} point @param {() => void} go */
  playAt(point, go) {
    const board = this.board;
    if (
      !board ||
      board.ending ||
      pointsOf(board.black + board.white + board.dead).includes(point) ||
      this.aimsFirst(point, go)
    )
      return;
    const forbidden = board.forbidden.find((forbidden) => forbidden.point === point);
    if (!forbidden || this.current.asksForbidden) return go();
    const kind = t(`foul ${forbidden.kind}`);
    const { at } = this;
    this.notice(
      t('foulAsk', { point: this.name(point), foul: kind }) + ' ' + t(`explain ${forbidden.kind}`),
      [
        [t('playAllTheSame'), go],
        [t('cancel'), () => {}],
      ],
      { holds: () => this.at === at },
    );
  }

  /**
   * Shows a notice with buttons, as long as `holds` says that it is true.
   * @param {string} text @param {[string, () => void][]} choices
   * @param {{ fields?: (HTMLElement | false)[], holds?: () => boolean }} [options]
   */
  notice(text, choices, { fields = [], holds = () => true } = {}) {
    const notice = byId('notice');
    this.noticeHolds = holds;
    const choose = (/** @type {() => void} */ act) => () => {
      notice.hidden = true;
      act();
    };
    const buttons = choices.map(([label, act]) =>
      make('button.button.small', { type: 'button', onclick: choose(act) }, label),
    );
    notice.replaceChildren(text, make('div.row', {}, ...fields, ...buttons));
    notice.hidden = false;
    this.announce(text);
  }

  /** Arrow keys move between tabs. @param {KeyboardEvent} event */
  tabKey(event) {
    const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-mode]:not([hidden])')]);
    const here = tabs.findIndex((tab) => tab === document.activeElement);
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (here < 0 || to === undefined) return;
    const tab = tabs[(to + tabs.length) % tabs.length];
    this.choose(/** @type {ModeName} */ (tab.dataset.mode));
    tab.focus();
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.matches('input, textarea, select, [role="tab"]') ||
      target.closest('dialog')
    )
      return;
    const { play, puzzles } = this.modes;
    const solves = this.mode === 'puzzles';
    const acts = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.record.step(-1),
      ArrowRight: () => this.record.step(1),
      '[': () => this.record.step(-1),
      ']': () => this.record.step(1),
      Home: () => this.go(this.tree.root),
      End: () => this.go(this.tree.end(this.at)),
      u: () => (solves ? puzzles.again() : play.undo()),
      h: () => (solves ? puzzles.hint() : play.hint()),
      n: () => (solves ? puzzles.next() : play.ask()),
      '?': () => this.help(),
    });
    if (!(event.key in acts)) return;
    acts[event.key]();
    event.preventDefault();
  }

  /**
   * Stores the state.
   * @param {boolean} [isStep] the change is a step that can be undone
   * @param {boolean} [isReviewed] the game has a new review, which is not such a step
   */
  keep(isStep = true, isReviewed = false) {
    if (!this.started) return;
    const { tree: own, at: here } = this.modes.watch.own ?? this.modes.puzzles.own ?? this;
    const at = own
      .path(here)
      .map((move) => move.point)
      .join('');
    const [tree, play] = [own.wire(), this.modes.play.kept()];
    const text = JSON.stringify(tree, (key, value) => (key === 'review' ? undefined : value));
    const state = { tree: text, at, play: JSON.stringify(play), game: this.games.current };
    const isNew = isStep && this.changes.note(state);
    if (isNew || isReviewed) this.games.put(tree, at);
    const kept = {
      settings: this.settings,
      tree,
      at,
      mode: this.mode,
      play,
      analyse: this.modes.analyse.kept(),
      game: this.games.current,
    };
    store(KEPT, kept);
  }
}

/** Throws unless this is a stored state. @param {any} kept */
function check(kept) {
  checkForm(kept, {
    settings: {
      language: 'string',
      theme: 'string',
      labels: 'string',
      board: 'string',
      marks: 'string',
      numbers: 'boolean',
      fouls: 'boolean',
      sound: 'boolean',
      confirm: 'boolean',
      slide: 'boolean',
      ponder: 'boolean',
      depth: 'number',
      nodes: 'number',
      range: 'number',
      memory: 'number',
      threads: 'number',
    },
    at: 'string',
    mode: 'string',
    game: 'string',
    analyse: { count: 'number', seconds: 'number' },
  });
  if (kept.mode && !MODES.includes(kept.mode)) throw new Error(t('otherForm', { name: 'mode' }));
  if (kept.play) checkKept(kept.play);
  if (kept.tree) Tree.read(kept.tree);
}

/** The language of the last visit, even if the rest of the stored state cannot be read. */
function storedLanguage() {
  try {
    return String(JSON.parse(stored(KEPT) ?? '').settings.language ?? defaultLanguage());
  } catch {
    return defaultLanguage();
  }
}

const language = storedLanguage();
await fetchWords(language);
setLanguage(language);
Object.assign(window, { app: new App(load(KEPT, check) ?? {}) });
