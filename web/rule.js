// The rule and the board of the game, which stand in every mode and can be changed there.
import { button, byId, make } from './dom.js';
import { SIZES, check, choices, number } from './newgame.js';
import { ruleName } from './play.js';
import { Tree } from './tree.js';
import { t } from './words.js';

export class RuleLine {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    byId('about').addEventListener('click', () => this.ask());
  }

  show() {
    const { app } = this;
    const swap2 = app.mode === 'play' && !app.modes.play.idle && app.modes.play.setup.swap2 ? ' · swap2' : '';
    byId('about').textContent = described(app.tree.start) + swap2;
    /** @type {HTMLButtonElement} */ (byId('about')).disabled = app.mode === 'watch';
  }

  ask() {
    const { rule, width, height } = this.app.tree.start;
    const [variant, ...extras] = rule.split('+');
    const rules = this.app.hello?.rules ?? ['freestyle', 'standard', 'renju', 'caro', 'caro-exact'];
    const size = SIZES.includes(`${width}x${height}`) ? `${width}x${height}` : 'other';
    const dialog = /** @type {HTMLDialogElement} */ (byId('dialog'));
    const other = make(
      'div.row',
      {},
      number('width', t('columns'), width, 5, 32),
      number('height', t('rows'), height, 5, 32),
    );
    const about = make('p.muted', { style: 'margin:0' });
    const form = make(
      'form',
      { method: 'dialog' },
      make('h2', { id: 'dialog-title' }, t('ruleAndBoard')),
      choices(
        'rule',
        t('rule'),
        rules.map((/** @type {string} */ name) => [name, t(`rule ${name}`)]),
        variant,
      ),
      about,
      make(
        'div.row',
        {},
        check('fb_check', t('rule +fb_check'), extras.includes('fb_check')),
        check('continuous', t('rule +continuous'), extras.includes('continuous')),
      ),
      choices(
        'size',
        t('size'),
        [
          ...SIZES.map((name) => /** @type {[string, string]} */ ([name, name.replace('x', '×')])),
          ['other', t('otherSize')],
        ],
        size,
      ),
      other,
      make('p.muted', { style: 'margin:0' }, t('aboutRuleChange')),
      make(
        'div.end',
        {},
        button(t('cancel'), () => dialog.close()),
        make('button.button.main', { type: 'submit', id: 'change-rule' }, t('change')),
      ),
    );
    const show = () => {
      const data = new FormData(form);
      about.textContent = t(`about ${data.get('rule')}`);
      other.hidden = data.get('size') !== 'other';
      for (const input of other.querySelectorAll('input')) input.disabled = other.hidden;
    };
    form.addEventListener('change', show);
    form.addEventListener('submit', () => this.change(read(new FormData(form))));
    dialog.replaceChildren(form);
    dialog.setAttribute('aria-labelledby', 'dialog-title');
    show();
    dialog.showModal();
  }

  /** The same moves by another rule or on another board, if they can be. @param {{ rule: string, width: number, height: number }} start */
  async change(start) {
    const { app } = this;
    const at = app.tree
      .path(app.at)
      .map((move) => move.point)
      .join('');
    const wire = { ...app.tree.wire(), ...start };
    try {
      await app.engine.ask({ ask: 'save', tree: wire, format: 'sgf' });
      await app.engine.ask({ ask: 'look', game: { ...app.tree.game(app.at), ...start } });
      const tree = Tree.read(wire);
      app.take(tree);
      app.go(tree.find(at));
    } catch (error) {
      app.complain(error);
    }
  }
}

/** @param {FormData} data */
function read(data) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '');
  const [width, height] =
    text('size') === 'other' ? [text('width'), text('height')] : text('size').split('x');
  const extras = ['fb_check', 'continuous'].filter((extra) => data.has(extra));
  return {
    width: Math.round(Number(width)),
    height: Math.round(Number(height)),
    rule: [text('rule'), ...extras].join('+'),
  };
}

/** A rule and a board in words. @param {{ rule: string, width: number, height: number }} start */
export const described = ({ rule, width, height }) => `${ruleName(rule)} · ${width}×${height}`;
