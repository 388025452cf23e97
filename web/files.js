// Opening, saving and setting up games: files, pasted text, links and pictures.
import { button, byId, dialog, download, make, openDialog, toast } from './dom.js';
import { Refusal, bytesOf, bytesText } from './tengen/engine.js';
import { Tree } from './tree.js';
import { drawing, marksOf, pointsOf } from './tengen/points.js';
import { described, ruleOptions, select, sizeOptions } from './fields.js';
import { wordsOfAll, whyOf } from './remarks.js';
import { t } from './words.js';

/** The maximum size of a file sent to the engine, in bytes. */
const LARGEST = 700_000;
/** The longer side of a PNG file in pixels and its colours: the first that make at most `LARGEST_PNG` bytes. */
const PNG_SIZES = [
  [1304, 256],
  [1304, 64],
  [1000, 64],
  [800, 32],
  [600, 32],
];
const LARGEST_PNG = 100_000;

/**
 * @typedef {import('./tree.js').Move} Move
 * @typedef {{ rule?: string, size?: string }} Defaults the rule and board of games that name none;
 *   without them freestyle, and the smallest usual board that is large enough
 * @typedef {{ ask: 'open', file: string, insist: boolean } & Defaults} Reading
 * @typedef {{ notes: import('./tengen/wire.js').RemarkText[], assumed: import('./tengen/wire.js').AssumedText }} Read notes and assumptions about a game
 */

export class Files {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.opening = Promise.resolve();
    byId('open-file').addEventListener('click', () => this.ask());
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) this.load(file);
    });
    document.addEventListener('paste', (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const text = event.clipboardData?.getData('text');
      if (text && !target.matches('input, textarea')) this.open(new TextEncoder().encode(text));
    });
  }

  /** Opens the dialog. */
  ask() {
    const act = (/** @type {() => void} */ then) => () => {
      dialog().close();
      then();
    };
    const input = make('input', {
      type: 'file',
      id: 'file',
      accept: '.sgf,.psq,.lib,.pos,.txt',
      hidden: true,
      onchange: () => {
        if (input.files?.[0]) this.load(input.files[0]);
      },
    });
    const paste = make('textarea', {
      id: 'paste',
      rows: 3,
      'aria-label': t('pasteLabel'),
      placeholder: t('pasteHint'),
    });
    const recent = make('ul.recent', { id: 'recent' });
    const marks = make('input', { type: 'checkbox', id: 'picture-marks' });
    const otherRules = ruleOptions(this.app.hello?.rules).filter(([name]) => name !== 'freestyle');
    const only = make('input', { type: 'checkbox', id: 'recent-here', onchange: () => list() });
    const { app } = this;
    const { explorer } = app.modes.analyse;
    /** @type {import('./games.js').Kept[]} */
    let listed = [];
    const list = async () => {
      const { positionFinder } = await import('./images.js');
      const finds = only.checked ? positionFinder(app.tree, app.at) : null;
      listed = await app.games.list(recent, (game, at) => act(() => this.reopen(game, at))(), finds);
    };
    list();
    openDialog(
      make(
        'div.body',
        {},
        make('h2', { id: 'dialog-title' }, t('gameAndFiles')),
        make('h3', {}, t('open')),
        make(
          'div.row',
          {},
          button(t('openFile'), () => input.click(), { id: 'choose-file' }),
          input,
          make('span.muted', {}, t('dropHint')),
        ),
        paste,
        make(
          'div.row',
          {},
          button(t('read'), () => this.open(new TextEncoder().encode(paste.value)), { id: 'read' }),
          make('span', { id: 'file-error', role: 'alert' }),
        ),
        make(
          'div.row.muted',
          {},
          t('ifNotNamed'),
          select('read-rule', t('rule'), [['', t('rule freestyle')], ...otherRules], ''),
          select('read-size', t('size'), [['', t('fitting')], ...sizeOptions()], ''),
        ),
        make('h3', {}, t('save')),
        make(
          'div.row',
          {},
          button(
            'SGF',
            act(() => this.save('sgf')),
            { id: 'save-sgf' },
          ),
          button(
            '.psq',
            act(() => this.save('psq')),
            { id: 'save-psq' },
          ),
          button(
            t('copyMoves'),
            act(() => this.copyMoves()),
            { id: 'copy-moves' },
          ),
          button(
            t('copyPosition'),
            act(() => this.copyPosition(t('copiedSgf'))),
            { id: 'copy-position', title: t('copiedSgf') },
          ),
          button(
            t('copyDrawing'),
            act(() => this.copyDrawing()),
            { id: 'copy-drawing' },
          ),
          ...(this.home
            ? [
                button(
                  t('copyLink'),
                  act(() => this.copy(this.link(this.home))),
                  { id: 'copy-link' },
                ),
                button(
                  t('copyGameLink'),
                  act(() => this.copy(this.link(this.home, true))),
                  { id: 'copy-game-link' },
                ),
              ]
            : []),
          button(
            t('pictureSvg'),
            act(() => this.picture(false, marks.checked)),
          ),
          button(
            t('picturePng'),
            act(() => this.picture(true, marks.checked)),
            { id: 'picture' },
          ),
          make('label.check', {}, marks, t('pictureMarks')),
        ),
        this.film(act),
        make('h3', {}, t('position')),
        make(
          'div.row',
          {},
          button(
            t('setUp'),
            act(() => this.setUp()),
            { id: 'set-up' },
          ),
          ...(['puzzles', 'watch'].includes(this.app.mode)
            ? []
            : [
                button(
                  t('rotate'),
                  act(() => this.turn('rotate')),
                ),
                button(
                  t('mirror'),
                  act(() => this.turn('mirror')),
                ),
              ]),
        ),
        make('h3', {}, t('recent')),
        make(
          'div.row',
          {},
          make('label.check', {}, only, t('recentHere')),
          explorer.isWritable &&
            button(
              t('addGames'),
              act(() => explorer.add(listed.map(({ tree }) => tree))),
              { id: 'add-games' },
            ),
        ),
        recent,
        make(
          'div.end',
          {},
          button(t('close'), () => dialog().close()),
        ),
      ),
    );
  }

  /** Opens a recent game, where it was left or at a move. @param {import('./games.js').Kept} game @param {Move | null} at */
  reopen(game, at) {
    const { app } = this;
    const tree = Tree.read(game.tree);
    app.take(tree, game.id);
    app.go(at ? tree.find(tree.game(at).moves ?? '') : tree.find(game.at));
  }

  /** @param {File} file */
  async load(file) {
    if (file.size > LARGEST) return this.fail(t('tooLarge', { name: file.name }));
    await this.open(new Uint8Array(await file.arrayBuffer()));
  }

  /** All games of a file. @param {File} file */
  async readAll(file) {
    if (file.size > LARGEST) throw new Error(t('tooLarge', { name: file.name }));
    const text = bytesText(new Uint8Array(await file.arrayBuffer()));
    return this.app.engine.ask({ ask: 'open_all', file: btoa(text), ...this.defaults });
  }

  /** Shows why a file cannot be read. @param {string} why */
  fail(why) {
    const place = document.getElementById('file-error');
    if (place && place.closest('dialog[open]')) place.textContent = why;
    else toast(why);
  }

  /** Opens the game in a file or pasted text, in turn. @param {Uint8Array} bytes */
  open(bytes) {
    return (this.opening = this.opening.then(() => this.read(bytes)));
  }

  /** @param {Uint8Array} bytes @param {boolean} [insist] of another game @returns {Promise<void>} */
  async read(bytes, insist = false) {
    if (bytes.length > LARGEST) return this.fail(t('tooLarge', { name: t('paste') }));
    const { app } = this;
    const text = bytesText(bytes);
    try {
      const { hashOf } = await import('./links.js');
      const hash = hashOf(new TextDecoder().decode(bytes));
      if (await this.openLink(hash)) return toast(t('readBy', { rule: described(app.tree.start) }));
      /** @type {Reading} */
      const reading = { ask: 'open', file: btoa(text), insist, ...this.defaults };
      const read = await app.engine.ask(reading);
      this.show(Tree.read(read.tree));
      toast(t('readBy', { rule: described(read.tree) }));
      this.report(reading, read);
    } catch (error) {
      const why = await whyOf(error);
      if (error instanceof Refusal && error.insist && confirm(`${why}\n${t('readAnyway')}`))
        return this.read(bytes, true);
      this.fail(why);
    }
  }

  /** The rule and board chosen for games that name none. @returns {Defaults} */
  get defaults() {
    const chosen = (/** @type {string} */ name) =>
      /** @type {HTMLSelectElement | null} */ (document.querySelector(`dialog[open] #read-${name}`))?.value ||
      undefined;
    return { rule: chosen('rule'), size: chosen('size') };
  }

  /**
   * Shows notes about the opened game. An assumed rule or board can be changed there.
   * @param {Reading} reading @param {Read} read @param {string} [opened] the game as read
   */
  async report(reading, read, opened = JSON.stringify(this.app.tree.wire())) {
    const { app } = this;
    const { assumed, notes } = read;
    const { tree } = app;
    const said = notes.length ? await wordsOfAll(notes) : '';
    if (tree !== app.tree) return;
    const { rule, width, height } = app.tree.start;
    const size = `${width}x${height}`;
    const lacks = assumed.rule ? (assumed.board ? 'both' : 'rule') : assumed.board ? 'board' : '';
    const assumption = lacks && t(`names no ${lacks}`, { read: described(app.tree.start) });
    const text = [assumption, said].filter(Boolean).join(' ');
    const change = (/** @type {Defaults} */ chosen) => this.change(reading, read, opened, chosen);
    const fields = [
      assumed.rule &&
        select('assumed-rule', t('rule'), ruleOptions(app.hello?.rules), rule, (rule) => change({ rule })),
      assumed.board && select('assumed-size', t('size'), sizeOptions(size), size, (size) => change({ size })),
    ];
    if (text) app.notice(text, [[t('close'), () => {}]], { fields });
  }

  /**
   * Reads the game again with another rule or board. A game edited since keeps its points.
   * @param {Reading} reading @param {Read} read @param {string} opened @param {Defaults} chosen
   */
  async change(reading, { assumed, notes }, opened, chosen) {
    const { app } = this;
    const { rule, width, height } = app.tree.start;
    if (JSON.stringify(app.tree.wire()) !== opened) {
      const [columns, rows] = chosen.size?.split('x').map(Number) ?? [width, height];
      return app.ruleLine.change({ rule: chosen.rule ?? rule, width: columns, height: rows });
    }
    const again = { ...reading, ...chosen };
    try {
      const read = await app.engine.ask(again);
      app.take(Tree.read(read.tree), app.games.current);
      this.report(again, { assumed, notes: read.notes });
    } catch (error) {
      app.complain(error);
      this.report(reading, { assumed, notes });
    }
  }

  /**
   * Opens the game of a link, from the `#` on; returns false if it is empty. Throws if the page or the engine refuses
   * it; nothing has changed then.
   * @param {string} hash
   */
  async openLink(hash) {
    const { app } = this;
    if (!hash) return false;
    const { readLink } = await import('./links.js');
    const link = readLink(hash, this.defaults.rule);
    if (!link) return false;
    const { tree, place, namesRule } = link;
    const { rule, width, height } = tree.start;
    const assumption = namesRule ? '' : t('names no rule', { read: described(tree.start) });
    try {
      // A game that can be saved is legal.
      await app.engine.ask({ ask: 'save', tree: tree.wire(), format: 'sgf' });
    } catch (error) {
      await this.checkRule({ rule, width, height });
      throw new Error([assumption, await whyOf(error)].filter(Boolean).join(' '), { cause: error });
    }
    this.show(tree);
    app.go(place);
    const change = (/** @type {string} */ rule) => app.ruleLine.change({ rule, width, height });
    const field = () => select('assumed-rule', t('rule'), ruleOptions(app.hello?.rules), rule, change);
    if (assumption) app.notice(assumption, [[t('close'), () => {}]], { fields: [field()] });
    return true;
  }

  /** Throws if the engine does not know the rule of a link. @param {import('./fields.js').Start} start */
  async checkRule(start) {
    try {
      await this.app.engine.ask({ ask: 'look', game: start });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { quoted } = await import('./links.js');
      throw new Error(t('linkRule', { text: quoted(start.rule), why: await whyOf(error) }), { cause: error });
    }
  }

  /** Shows an opened game, outside the modes Play and Watch. @param {Tree} tree */
  show(tree) {
    const { app } = this;
    dialog().close();
    if (app.mode === 'play' || app.mode === 'watch') app.choose('analyse');
    app.take(tree);
  }

  /** @param {string} format */
  async save(format) {
    const { app } = this;
    try {
      const written = app.modes.play.written();
      const tree = (format === 'sgf' ? app.modes.review.annotated(written) : written).wire();
      const { file, notes } = await app.engine.ask({ ask: 'save', tree, format });
      const tried = written.all().length < app.tree.all().length && t('withoutTried');
      download(new Blob([bytesOf(file)]), `tengen.${format}`);
      const said = [await wordsOfAll(notes), tried].filter(Boolean).join('; ');
      if (said) toast(said);
    } catch (error) {
      app.complain(error);
    }
  }

  /** The public address of the page, or an empty string. A local server's address and token must not be shared. */
  get home() {
    return this.app.hello?.public ?? this.app.engine.home ?? '';
  }

  /**
   * A link to the current position, or to the whole game opened at the current move.
   * @param {string} home @param {boolean} [whole]
   */
  link(home, whole = false) {
    const { tree, at } = this.app;
    const { start } = tree;
    const end = whole ? tree.end(at) : at;
    const what = new URLSearchParams({ size: `${start.width}x${start.height}`, rule: start.rule });
    if (start.black || start.white || start.first === 'white') {
      what.set('black', start.black ?? '');
      what.set('white', start.white ?? '');
      what.set('first', start.first ?? 'black');
    }
    what.set('moves', tree.game(end).moves ?? '');
    if (end !== at) what.set('at', String(at.ply));
    return `${home}#${what}`;
  }

  /** Copies the moves up to the current one, or SGF if there are set-up stones. */
  copyMoves() {
    const { black, white, first, moves } = this.app.tree.game(this.app.at);
    if (black || white || first === 'white') return this.copyPosition(t('copiedSetUp'));
    return this.copy(moves ?? '');
  }

  /** Copies rule, board, players, set-up stones and moves as SGF. @param {string} message */
  async copyPosition(message) {
    const { app } = this;
    const tree = new Tree(app.tree.start);
    tree.players = app.tree.players;
    tree.line(app.tree.path(app.at).map(({ point }) => point));
    try {
      const { file } = await app.engine.ask({ ask: 'save', tree: tree.wire(), format: 'sgf' });
      await this.copy(atob(file).trim(), message);
    } catch (error) {
      app.complain(error);
    }
  }

  /** Copies the board as text. */
  copyDrawing() {
    const { board, tree, at, settings } = this.app;
    const numbers = settings.numbers
      ? tree.path(at).map((move) => /** @type {const} */ ([move.point, move.ply]))
      : [];
    const { width, height } = tree.start;
    if (board) return this.copy(drawing(board, width, height, new Map(numbers)), t('copiedDrawing'));
  }

  /** @param {string} text @param {string} [message] */
  async copy(text, message = t('copied', { text: text.length > 60 ? text.slice(0, 60) + '…' : text })) {
    try {
      await navigator.clipboard.writeText(text);
      toast(message);
    } catch {
      prompt(t('copyThis'), text);
    }
  }

  /** Saves the board as a picture. @param {boolean} png @param {boolean} marks whether with the marks of the mode */
  async picture(png, marks) {
    const { app } = this;
    const { seen, start } = app.state;
    const drawn = marksOf(seen.rest.more ?? '', start.width, start.height);
    const scene = marks ? app.scene() : { ...app.plainScene(), ...drawn };
    const { text, width, height } = await app.view.picture(scene, app.settings.board, app.settings.marks);
    const svg = new Blob([text], { type: 'image/svg+xml' });
    if (!png) return download(svg, this.pictureName('svg'));
    download(await smallPng(svg, width, height), this.pictureName('png'));
  }

  /** The file name of a picture: the players and the date of the game. @param {string} kind */
  pictureName(kind) {
    const { players, root } = this.app.tree;
    const dated = /(?:^|\])\s*DT\s*\[(\d{4}-\d\d-\d\d)/.exec(root.rest.more ?? '')?.[1];
    const names = players.every(Boolean) ? players.join(' vs ') : players.find(Boolean) || 'tengen';
    const words = `${names} ${dated ?? today()}`.match(/[\p{L}\p{M}\p{N}.]+/gu) ?? [];
    return `${words.join('-').replace(/^\.+/, '')}.${kind}`;
  }

  /** The button that saves the game as a GIF, its speed, and move numbers (which also apply to the board). */
  film(/** @type {(then: () => void) => () => void} */ act) {
    const { app } = this;
    const pace = make(
      'select',
      { id: 'pace' },
      ...[0.5, 1, 2, 3].map((seconds) =>
        make('option', { value: String(1000 * seconds), selected: seconds === 1 }, String(seconds)),
      ),
    );
    const here = make('input', { type: 'checkbox', id: 'picture-from' });
    const numbers = make('input', {
      type: 'checkbox',
      id: 'picture-numbers',
      checked: app.settings.numbers,
      onchange: () => {
        app.state.configure({ numbers: numbers.checked });
        app.keep();
      },
    });
    return make(
      'div.row',
      {},
      button(
        t('pictureGif'),
        act(() => this.saveFilm(Number(pace.value), here.checked ? app.at.ply : 0)),
        { id: 'picture-gif' },
      ),
      make('label', {}, t('secondsTurn'), ' ', pace),
      make('label', {}, here, ' ', t('fromHere')),
      make('label', {}, numbers, ' ', t('numbers')),
    );
  }

  /** Saves the current line as a GIF. @param {number} delay milliseconds @param {number} from the moves on the first picture */
  async saveFilm(delay, from) {
    const { engine, tree, at, settings } = this.app;
    try {
      const game = tree.game(tree.end(at));
      const { file } = await engine.ask({ ask: 'film', game, from, numbers: settings.numbers, delay });
      download(new Blob([bytesOf(file)], { type: 'image/gif' }), this.pictureName('gif'));
    } catch (error) {
      this.app.complain(error);
    }
  }

  /** Rotates or mirrors the whole game. @param {'rotate' | 'mirror'} how */
  turn(how) {
    const { app } = this;
    const { play } = app.modes;
    const { tree, points } = app.tree.turned(how);
    const at = points(app.tree.game(app.at).moves ?? '');
    const kept = play.kept();
    app.take(tree);
    if (!kept.idle && !kept.opening) play.resume({ ...kept, tip: points(kept.tip) });
    play.counts = kept.counts;
    app.go(tree.find(at));
  }

  /** Sets up a position. */
  setUp() {
    const { app } = this;
    if (app.mode !== 'analyse') app.choose('analyse');
    app.modes.analyse.turn(false);
    /** @type {Record<string, Set<string>>} */
    const stones = {
      black: new Set(pointsOf(app.board?.black ?? '')),
      white: new Set(pointsOf(app.board?.white ?? '')),
    };
    /** The stone that a touch places; `none` erases. @type {'black' | 'white' | 'none'} */
    let brush = 'black';
    let first = app.board?.to_move ?? 'black';
    app.state.setUp({
      touch: (point) => {
        const placed = stones[brush]?.has(point);
        stones.black.delete(point);
        stones.white.delete(point);
        if (!placed) stones[brush]?.add(point);
        app.state.changed();
      },
      scene: () => ({
        black: [...stones.black],
        white: [...stones.white],
        next: brush === 'none' ? null : brush,
      }),
    });
    const notice = byId('notice');
    const pick = (
      /** @type {string} */ name,
      /** @type {[string, string][]} */ all,
      /** @type {string} */ chosen,
      /** @type {(value: string) => void} */ then,
    ) =>
      make(
        'select',
        { 'aria-label': t(name), id: name, onchange: (/** @type {any} */ event) => then(event.target.value) },
        ...all.map(([value, text]) => make('option', { value, selected: value === chosen }, text)),
      );
    const leave = () => {
      app.state.setUp(null);
      notice.hidden = true;
      app.modes.analyse.turn(true);
    };
    notice.replaceChildren(
      t('setUpHelp'),
      make(
        'div.row',
        {},
        pick(
          'brush',
          [
            ['black', t('black')],
            ['white', t('white')],
            ['none', t('erase')],
          ],
          brush,
          (value) => (brush = /** @type {typeof brush} */ (value)),
        ),
        pick(
          'firstMove',
          [
            ['black', t('toMove', { side: t('black') })],
            ['white', t('toMove', { side: t('white') })],
          ],
          first,
          (value) => (first = /** @type {any} */ (value)),
        ),
        button(
          t('clear'),
          () => {
            stones.black.clear();
            stones.white.clear();
            app.state.changed();
          },
          { look: 'small' },
        ),
        button(
          t('done'),
          async () => {
            const start = {
              ...app.tree.start,
              black: [...stones.black].join(''),
              white: [...stones.white].join(''),
              first: /** @type {'black' | 'white'} */ (first),
            };
            const board = await app.engine
              .ask({ ask: 'look', game: start })
              .catch((error) => app.complain(error));
            if (!board) return;
            leave();
            app.take(new Tree(start));
          },
          { look: 'small', id: 'set-up-done' },
        ),
        button(t('cancel'), leave, { look: 'small' }),
      ),
    );
    notice.hidden = false;
  }
}

/** The date here, such as 2026-11-30. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((n) => String(n).padStart(2, '0'))
    .join('-');
}

/** A drawing as PNG; smaller if the file would be too large. @param {Blob} svg @param {number} width @param {number} height */
async function smallPng(svg, width, height) {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  const { pngOf } = await import('./png.js');
  const longest = Math.max(width, height);
  let file = new Blob();
  for (const [side, colours] of PNG_SIZES) {
    const scale = Math.min(2, side / longest);
    file = await pngOf(pixelsOf(image, Math.round(scale * width), Math.round(scale * height)), colours);
    if (file.size < LARGEST_PNG) break;
  }
  URL.revokeObjectURL(image.src);
  return file;
}

/** @param {HTMLImageElement} image @param {number} width @param {number} height */
function pixelsOf(image, width, height) {
  const context = make('canvas', { width, height }).getContext('2d');
  context.fillStyle = '#fff'; // behind the round corners
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
