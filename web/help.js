// The help dialog: rules with pictures, words, marks on the board, keys.
import { diagram } from './diagram.js';
import { button, dialog, make, openDialog } from './dom.js';
import { ruleOptions } from './fields.js';
import { fetchLaterWords, t } from './words.js';

/** @typedef {{ name: string, about: string, rows: string[] }} Shape a name and its picture */

/** Fours and threes; a green ring marks the points that the shape aims at. */
const SHAPES = [
  { name: 'four', about: 'about four', rows: ['.......', '.OXXXX*', '.......'] },
  { name: 'open four', about: 'about open four', rows: ['........', '.*XXXX*.', '........'] },
  { name: 'open three', about: 'about open three', rows: ['.......', '.*XXX*.', '.......'] },
];

/** The forbidden moves of renju; the cross is the point that makes the shape. */
const FORBIDDEN = [
  ['double three', ['......', '..X...', '..X...', '.X!X..', '......', '......']],
  ['double four', ['.......', '..X....', '..X....', '..X....', '.X!XX..', '.......']],
  ['overline', ['........', '.XXX!XX.', '........']],
].map(([kind, rows]) => /** @type {Shape} */ ({ name: `foul ${kind}`, about: `explain ${kind}`, rows }));

/** The keys and what they do, as texts of the page. @type {[string, string[]][]} */
const KEYS = [
  ['← [', ['back']],
  ['→ ]', ['forward']],
  ['Home', ['first']],
  ['End', ['lastMove']],
  ['U', ['undo', 'tryAgain']],
  ['H', ['hint']],
  ['N', ['newGame', 'nextPuzzle']],
  ['Ctrl-Z', ['undoChange']],
  ['Ctrl-Shift-Z', ['redoChange']],
  ['?', ['help']],
  ['← ↑ ↓ → Enter', ['boardHelp']],
];

/** The tools of an analysis and its figures, and the texts about them. */
const TOOLS = [
  ['findVct', 'aboutVct'],
  ['findVcf', 'aboutVcf'],
  ['showWin', 'aboutShowWin'],
  ['shorter', 'aboutShorter'],
  ['prove', 'aboutProve'],
  ['even1', 'about even1'],
  ['even2', 'about even2'],
  ['block', 'aboutBlock'],
  ['range', 'aboutRange'],
  ['seconds', 'about seconds'],
  ['score', 'about score'],
  ['depth', 'about depth'],
];

/** The modifiers of a rule. */
const EXTRAS = ['+fb_check', '+continuous'];

export class Help {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {string} [name] of the section to show, instead of the beginning */
  async show(name) {
    await fetchLaterWords();
    openDialog(
      make(
        'div.body.help',
        {},
        // With the focus on the first line the dialog opens at its top.
        make('h2', { id: 'dialog-title', tabIndex: -1, autofocus: true }, t('help')),
        part('helpRules', make('p', {}, t('helpGoal')), this.rules()),
        part('helpShapes', pictures(SHAPES), make('p', {}, t('helpVcf')), make('p', {}, t('helpVct'))),
        part('helpForbidden', pictures(FORBIDDEN)),
        part('solve', explained(TOOLS.map(([name, about]) => [t(name), t(about)]))),
        part('openingRule', explained(this.openings())),
        part(
          'helpNumbers',
          ...['helpPercent', 'helpPlies', 'helpRow', 'helpLine', 'helpMarks', 'helpBar'].map((key) =>
            make('p', {}, t(key)),
          ),
        ),
        part('keys', keys()),
        make(
          'div.end',
          {},
          button(t('close'), () => dialog().close(), { look: 'main' }),
        ),
      ),
    );
    if (!name) return;
    const section = dialog().querySelector(`section[aria-label="${t(name)}"]`);
    section?.scrollIntoView();
    section?.querySelector('h3')?.focus({ preventScroll: true });
  }

  /** The opening rules with their texts. @returns {string[][]} */
  openings() {
    const names = this.app.hello?.openings ?? [];
    return names.map((name) => [t(`opening ${name}`), t(`about opening ${name}`)]);
  }

  /** All rules, that of the game on the board first. */
  rules() {
    const { app } = this;
    const [current] = app.tree.start.rule.split('+');
    const names = ruleOptions(app.hello?.rules).map(([name]) => name);
    const sorted = [current, ...names.filter((name) => name !== current)];
    return explained([
      ...sorted.map((name) => [t(`rule ${name}`), t(`about ${name}`)]),
      ...EXTRAS.map((name) => [t('option', { name: t(`rule ${name}`) }), t(`about ${name}`)]),
    ]);
  }
}

/** A list of terms with explanations. @param {string[][]} terms */
const explained = (terms) =>
  make('dl', {}, ...terms.flatMap(([term, about]) => [make('dt', {}, term), make('dd', {}, about)]));

/** A section with a heading. @param {string} name @param {...HTMLElement} inside */
const part = (name, ...inside) =>
  make('section', { 'aria-label': t(name) }, make('h3', { tabIndex: -1 }, t(name)), ...inside);

/** @param {Shape[]} shapes */
function pictures(shapes) {
  const figure = (/** @type {Shape} */ { name, about, rows }) => {
    const made = make('figure', {}, make('figcaption', {}, make('b', {}, t(name)), ' ', t(about)));
    made.insertAdjacentHTML('afterbegin', diagram(rows, t(name)));
    return made;
  };
  return make('div.pictures', {}, ...shapes.map(figure));
}

function keys() {
  const row = (/** @type {[string, string[]]} */ [key, does]) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, make('kbd', {}, key)),
      make('td', {}, does.map((name) => t(name)).join(' · ')),
    );
  return make('table.keys', {}, make('tbody', {}, ...KEYS.map(row)));
}
