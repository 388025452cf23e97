// Games in and out: files, pastes, links, pictures, and positions that are set up.
import { button, byId, dialog, download, make, openDialog, toast } from './dom.js';
import { Refusal } from './engine.js';
import { Tree } from './tree.js';
import { drawing, pointsOf } from './points.js';
import { described, ruleOptions, select, sizeOptions } from './fields.js';
import { translated, whyOf } from './sentences.js';
import { t } from './words.js';

/** The largest file that is sent to the engine. */
const LARGEST = 700_000;

/**
 * @typedef {{ rule?: string, size?: string }} Defaults rule and board of a game that names none; else freestyle, and the
 *   smallest usual board that it fits on
 * @typedef {{ ask: 'open', file: string, insist: boolean } & Defaults} Reading
 * @typedef {{ notes: string[], assumed: import('./wire.js').AssumedText }} Read what is to be known about a game
 */

export class Files {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
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

  /** The dialog of games and files. */
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
    const otherRules = ruleOptions(this.app.hello?.rules).filter(([name]) => name !== 'freestyle');
    this.app.games.list(recent, (game) => act(() => this.takeBack(game))());
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
            act(() => this.picture(false)),
          ),
          button(
            t('picturePng'),
            act(() => this.picture(true)),
            { id: 'picture' },
          ),
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
        ),
        make('h3', {}, t('recent')),
        recent,
        make(
          'div.end',
          {},
          button(t('close'), () => dialog().close()),
        ),
      ),
    );
  }

  /** A game comes back as it was kept. @param {import('./games.js').Kept} game */
  takeBack(game) {
    const { app } = this;
    const tree = Tree.read(game.tree);
    app.take(tree, game.id);
    app.go(tree.find(game.at));
  }

  /** @param {File} file */
  async load(file) {
    if (file.size > LARGEST) return this.fail(t('tooLarge', { name: file.name }));
    await this.open(new Uint8Array(await file.arrayBuffer()));
  }

  /** Why a file cannot be read. @param {string} why */
  fail(why) {
    const place = document.getElementById('file-error');
    if (place && place.closest('dialog[open]')) place.textContent = why;
    else toast(why);
  }

  /**
   * Opens what a file or a paste holds.
   * @param {Uint8Array} bytes @param {boolean} [insist] also a file that names another game @returns {Promise<void>}
   */
  async open(bytes, insist = false) {
    if (bytes.length > LARGEST) return this.fail(t('tooLarge', { name: t('paste') }));
    const { app } = this;
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    const hash = /^https?:\/\/\S+(#size=\S+)$/.exec(text.trim())?.[1] ?? '';
    try {
      if (await this.follow(hash)) return toast(t('readBy', { rule: described(app.tree.start) }));
      /** @type {Reading} */
      const reading = { ask: 'open', file: btoa(text), insist, ...this.defaults };
      const read = await app.engine.ask(reading);
      this.show(Tree.read(read.tree));
      toast(t('readBy', { rule: described(read.tree) }));
      this.report(reading, read);
    } catch (error) {
      if (error instanceof Refusal && error.insist && confirm(`${whyOf(error)}\n${t('readAnyway')}`))
        return this.open(bytes, true);
      this.fail(whyOf(error));
    }
  }

  /** What is chosen in the open dialog for a game that names no rule or board. @returns {Defaults} */
  get defaults() {
    const chosen = (/** @type {string} */ name) =>
      /** @type {HTMLSelectElement | null} */ (document.querySelector(`dialog[open] #read-${name}`))?.value ||
      undefined;
    return { rule: chosen('rule'), size: chosen('size') };
  }

  /**
   * Reports what is to be known about the game that was opened. A rule and a board that it does not name are shown and
   * can be changed.
   * @param {Reading} reading @param {Read} read @param {string} [opened] the game as it was read
   */
  report(reading, read, opened = JSON.stringify(this.app.tree.wire())) {
    const { app } = this;
    const { assumed, notes } = read;
    const { rule, width, height } = app.tree.start;
    const size = `${width}x${height}`;
    const lacks = assumed.rule ? (assumed.board ? 'both' : 'rule') : assumed.board ? 'board' : '';
    const assumption = lacks && t(`names no ${lacks}`, { read: described(app.tree.start) });
    const text = [assumption, notes.map(translated).join('; ')].filter(Boolean).join(' ');
    const change = (/** @type {Defaults} */ chosen) => this.change(reading, read, opened, chosen);
    const fields = [
      assumed.rule &&
        select('assumed-rule', t('rule'), ruleOptions(app.hello?.rules), rule, (rule) => change({ rule })),
      assumed.board && select('assumed-size', t('size'), sizeOptions(size), size, (size) => change({ size })),
    ];
    if (text) app.notice(text, [[t('close'), () => {}]], fields);
  }

  /**
   * Reads the game again with another rule or board; one that was changed since keeps its points instead.
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
   * Opens the game of a link, from the address's `#` on; false if it holds none. Throws a sentence if the page or the
   * engine refuses the game; nothing has changed then.
   * @param {string} hash
   */
  async follow(hash) {
    const tree = gameOfLink(hash);
    if (!tree) return false;
    // A game that can be written is one that can be played.
    await this.app.engine.ask({ ask: 'save', tree: tree.wire(), format: 'sgf' });
    this.show(tree);
    this.app.go(placeOfLink(hash, tree));
    return true;
  }

  /** Shows a game that was opened, in a mode where games are looked at. @param {Tree} tree */
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
      const tree = app.modes.play.written().wire();
      const { file, notes } = await app.engine.ask({ ask: 'save', tree, format });
      if (tree.nodes.length < app.tree.all().length) notes.push(t('withoutTried'));
      download(new Blob([bytesOf(file)]), `tengen.${format}`);
      if (notes.length) toast(notes.map(translated).join('; '));
    } catch (error) {
      app.complain(error);
    }
  }

  /** Where everybody can open the page. The address of a server here is no such place, and its token is nobody else's. */
  get home() {
    return this.app.hello?.public ?? this.app.engine.home ?? '';
  }

  /**
   * An address of the page with the position in it, or with the game to its end, opened at this place.
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

  /** The moves to this place; where stones were set up before them, all of it. */
  copyMoves() {
    const { black, white, first, moves } = this.app.tree.game(this.app.at);
    if (black || white || first === 'white') return this.copyPosition(t('copiedSetUp'));
    return this.copy(moves ?? '');
  }

  /** Rule, board, stones that were set up and moves, as text that every page of Tengen reads. @param {string} said */
  async copyPosition(said) {
    const { app } = this;
    const tree = new Tree(app.tree.start);
    app.tree.path(app.at).reduce((at, move) => tree.add(at, move.point), tree.root);
    try {
      const { file } = await app.engine.ask({ ask: 'save', tree: tree.wire(), format: 'sgf' });
      await this.copy(atob(file).trim(), said);
    } catch (error) {
      app.complain(error);
    }
  }

  /** The board as text. */
  copyDrawing() {
    const { board, tree, at, settings } = this.app;
    const numbers = settings.numbers
      ? tree.path(at).map((move) => /** @type {const} */ ([move.point, move.ply]))
      : [];
    const { width, height } = tree.start;
    if (board) return this.copy(drawing(board, width, height, new Map(numbers)), t('copiedDrawing'));
  }

  /** @param {string} text @param {string} [said] */
  async copy(text, said = t('copied', { text: text.length > 60 ? text.slice(0, 60) + '…' : text })) {
    try {
      await navigator.clipboard.writeText(text);
      toast(said);
    } catch {
      prompt(t('copyThis'), text);
    }
  }

  /** @param {boolean} png */
  async picture(png) {
    const { text, width, height } = this.app.view.svg();
    const svg = new Blob([text], { type: 'image/svg+xml' });
    if (!png) return download(svg, 'tengen.svg');
    const image = new Image();
    image.src = URL.createObjectURL(svg);
    await image.decode();
    const canvas = make('canvas', { width: 2 * width, height: 2 * height });
    canvas.getContext('2d').drawImage(image, 0, 0, 2 * width, 2 * height);
    URL.revokeObjectURL(image.src);
    canvas.toBlob((/** @type {Blob} */ blob) => download(blob, 'tengen.png'));
  }

  /** The game as a GIF, and how: with numbers, which the other pictures and the board have then too, and how fast. */
  film(/** @type {(then: () => void) => () => void} */ act) {
    const { app } = this;
    const pace = make(
      'select',
      { id: 'pace' },
      ...[0.5, 1, 2, 3].map((seconds) =>
        make('option', { value: String(1000 * seconds), selected: seconds === 1 }, String(seconds)),
      ),
    );
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
        act(() => this.saveFilm(Number(pace.value))),
        { id: 'picture-gif' },
      ),
      make('label', {}, t('secondsTurn'), ' ', pace),
      make('label', {}, numbers, ' ', t('numbers')),
    );
  }

  /** Saves the game that is shown, to its end, as a GIF. @param {number} delay milliseconds */
  async saveFilm(delay) {
    const { engine, tree, at, settings } = this.app;
    try {
      const game = tree.game(tree.end(at));
      const { file } = await engine.ask({ ask: 'film', game, numbers: settings.numbers, delay });
      download(new Blob([bytesOf(file)], { type: 'image/gif' }), 'tengen.gif');
    } catch (error) {
      this.app.complain(error);
    }
  }

  /** Lays stones at will. */
  setUp() {
    const { app } = this;
    if (app.mode !== 'analyse') app.choose('analyse');
    app.modes.analyse.turn(false);
    /** @type {Record<string, Set<string>>} */
    const stones = {
      black: new Set(pointsOf(app.board?.black ?? '')),
      white: new Set(pointsOf(app.board?.white ?? '')),
    };
    /** What a touch lays; `none` takes a stone away. @type {'black' | 'white' | 'none'} */
    let brush = 'black';
    let first = app.board?.to_move ?? 'black';
    app.state.setUp({
      touch: (point) => {
        const there = stones[brush]?.has(point);
        stones.black.delete(point);
        stones.white.delete(point);
        if (!there) stones[brush]?.add(point);
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

/** The bytes of a file. @param {string} file in base64 */
const bytesOf = (file) => Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));

/**
 * Where in its game a link wants to be opened: after so many moves, else at the end.
 * @param {string} hash @param {Tree} tree
 */
export function placeOfLink(hash, tree) {
  const places = [tree.root, ...tree.path(tree.end(tree.root))];
  const at = new URLSearchParams(hash.slice(1)).get('at');
  return places[Number(at ?? places.length - 1)] ?? places[places.length - 1];
}

/**
 * The game in an address, from its `#` on; null if it holds none. Throws if there is no such board or point on it.
 * @param {string} hash
 */
export function gameOfLink(hash) {
  const link = new URLSearchParams(hash.slice(1));
  const size = /^(\d+)x(\d+)$/.exec(link.get('size') ?? '');
  if (!size) return null;
  const tree = new Tree({
    width: Number(size[1]),
    height: Number(size[2]),
    rule: link.get('rule') ?? 'freestyle',
    black: link.get('black') ?? '',
    white: link.get('white') ?? '',
    first: link.get('first') === 'white' ? 'white' : 'black',
  });
  const { width, height } = tree.start;
  const moves = pointsOf(link.get('moves') ?? '');
  if (moves.length > width * height) throw new Error(t('tooManyMoves', { width, height, n: width * height }));
  moves.reduce((at, point) => tree.add(at, point), tree.root);
  return tree;
}
