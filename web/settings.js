// The settings dialog.
import { BOARDS, MARKS } from './tengen/board.js';
import { button, dialog, make, openDialog } from './dom.js';
import { check } from './fields.js';
import { choices, explained } from './startform.js';
import { shown } from './tengen/points.js';
import { LANGUAGES, fetchLaterWords, fetchWords, t } from './words.js';

/** A point of a 15×15 board whose column and row differ. */
const EXAMPLE = 'j10';

/** A field for a limit; empty if there is none. @param {string} name @param {string} label @param {number} value */
const limit = (name, label, value) =>
  make(
    'label.field',
    {},
    label,
    make('input', { type: 'number', name, min: '1', step: '1', value: value ? String(value) : '' }),
  );

export class SettingsDialog {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
  }

  async show() {
    await fetchLaterWords();
    const { app } = this;
    const { settings, hello } = app;
    const languages = Object.entries(LANGUAGES).map(
      ([key, name]) => /** @type {[string, string]} */ ([key, name]),
    );
    const sizes = [16, 64, 128, 256, 512, 1024, 2048, 4096].filter((mb) => !hello || mb <= hello.memory[1]);
    const memory = make(
      'select',
      { name: 'memory', id: 'memory' },
      make('option', { value: '0' }, t('usual', { n: hello?.memory[0] ?? 128 })),
      ...sizes.map((mb) =>
        make('option', { value: String(mb), selected: mb === settings.memory }, t('megabytes', { n: mb })),
      ),
    );
    const range = make(
      'select',
      { name: 'range', id: 'range' },
      ...[0, 1, 2, 3, 4, 5].map((rows) =>
        make(
          'option',
          { value: String(rows), selected: rows === settings.range },
          rows ? String(rows) : t('wholeBoard'),
        ),
      ),
    );
    const all = hello?.threads ?? 1;
    const threads = make(
      'select',
      { name: 'threads', id: 'threads', disabled: all === 1 },
      make('option', { value: '0' }, t('allThreads', { n: all })),
      ...Array.from({ length: all - 1 }, (_, i) =>
        make('option', { value: String(i + 1), selected: i + 1 === settings.threads }, String(i + 1)),
      ),
    );
    const later = app.engine.hasThreadsAfterReload;
    const form = make(
      'form',
      { method: 'dialog', onchange: () => this.read(form) },
      make('h2', { id: 'dialog-title' }, t('settings')),
      choices('language', t('languageIs'), languages, settings.language),
      choices(
        'theme',
        t('theme'),
        [
          ['auto', t('themeAuto')],
          ['light', t('light')],
          ['dark', t('dark')],
        ],
        settings.theme,
      ),
      choices(
        'board',
        t('boardColour'),
        Object.keys(BOARDS).map((board) => [board, t(`board ${board}`)]),
        settings.board,
      ),
      choices(
        'marks',
        t('marksAre'),
        Object.keys(MARKS).map((marks) => [marks, t(`marks ${marks}`)]),
        settings.marks,
      ),
      make('p.muted', { style: 'margin:-8px 0 0' }, t('about marks')),
      choices(
        'labels',
        t('labels'),
        [
          ['letters', EXAMPLE],
          ['course', shown(EXAMPLE, 15, 'course')],
          ['hidden', t('labelsHidden')],
        ],
        settings.labels,
      ),
      make('p.muted', { style: 'margin:-8px 0 0' }, t('about labels')),
      make(
        'div',
        {},
        explained(check('numbers', t('numbers'), settings.numbers), t('about numbers')),
        explained(check('fouls', t('showFouls'), settings.fouls), t('about fouls')),
        explained(check('sound', t('sound'), settings.sound), t('about sound')),
        explained(check('confirm', t('confirmMoves'), settings.confirm), t('about confirm')),
        explained(check('slide', t('slide'), settings.slide), t('about slide')),
        explained(check('ponder', t('ponder'), settings.ponder), t('about ponder')),
      ),
      make(
        'div.row',
        {},
        limit('depth', t('limitDepth'), settings.depth),
        limit('nodes', t('limitNodes'), settings.nodes),
      ),
      make('p.muted', { style: 'margin:0' }, t('aboutLimits')),
      explained(make('label.field', {}, t('range'), range), t('aboutRange')),
      explained(make('label.field', {}, t('memory'), memory), t('about memory')),
      explained(make('label.field', {}, t('threads'), threads), t(later ? 'threads later' : 'about threads')),
      make('p.muted', { style: 'margin:0' }, `Tengen ${hello?.version ?? ''}`),
      make(
        'div.end',
        {},
        button(t('close'), () => dialog().close(), { look: 'main' }),
      ),
    );
    openDialog(form);
  }

  /** @param {HTMLFormElement} form */
  async read(form) {
    const { app } = this;
    const data = new FormData(form);
    await fetchWords(String(data.get('language')));
    const before = { ...app.settings };
    const text = (/** @type {string} */ name) => String(data.get(name));
    const whole = (/** @type {string} */ name) => Math.max(0, Math.floor(Number(data.get(name))));
    app.state.configure({
      language: text('language'),
      theme: text('theme'),
      labels: text('labels'),
      board: text('board'),
      marks: text('marks'),
      numbers: data.has('numbers'),
      fouls: data.has('fouls'),
      sound: data.has('sound'),
      confirm: data.has('confirm'),
      slide: data.has('slide'),
      ponder: data.has('ponder'),
      depth: whole('depth'),
      nodes: whole('nodes'),
      range: whole('range'),
      memory: Number(data.get('memory')),
      threads: data.has('threads') ? Number(data.get('threads')) : app.settings.threads,
    });
    app.applySettings();
    app.keep();
    const { depth, nodes, range, language } = app.settings;
    if (depth !== before.depth || nodes !== before.nodes || range !== before.range) app.modes.analyse.again();
    if (language !== before.language) {
      dialog().close();
      await this.show();
    }
  }
}
