// Every opening rule, step by step, against Tengen on either side and between two people: seats, turn mark, questions,
// what Tengen decided, and why a point is refused.
import { expect, test } from './tengen.js';

/** A step: the zone of a stone, a choice of sides, a number of fifth stones, or the offer of fifth stones. */
const stone = (zone, others = {}) => ({ kind: 'stone', zone, ...others });
const [side, number, fifths, fifth] = ['side', 'number', 'fifths', 'fifth'].map((kind) => ({ kind }));
const orTwo = { kind: 'side', instead: 'Place two more stones' };
const orTen = { kind: 'side', instead: 'Offer ten fifth stones' };
/** Another stone of the player who placed the last one. */
const also = (zone) => stone(zone, { also: true });
const within = (n) => `within the central ${n}×${n}`;
const outside = (n) => `outside the central ${n}×${n}`;
const [any, centre] = ['on any point', 'in the centre'];
const three = [stone(any), also(any), also(any)];
const pattern = [stone(centre), also(within(3)), also(within(5))];

const RULES = {
  Swap: [...three, side],
  Swap2: [...three, orTwo],
  Pro: [stone(centre), stone(any), stone(outside(5))],
  'Long pro': [stone(centre), stone(any), stone(outside(7))],
  RIF: [...pattern, side, stone(any), { ...fifths, count: 2 }],
  Yamaguchi: [...pattern, number, side, stone(any), fifths],
  'Soosyrv-8': [...pattern, side, stone(any), number, side, fifths],
  'Taraguchi-10': [
    ...[centre, within(3), within(5)].flatMap((zone) => [stone(zone), side]),
    ...[stone(within(7)), orTen, stone(within(9)), side],
  ],
};
/** The steps after the choice of an alternative. */
const INSTEAD = {
  [orTwo.instead]: [stone(any), also(any), side],
  [orTen.instead]: [{ ...fifths, count: 10 }],
};
/** Rules also played by two people: they have alternatives that Tengen may not choose. */
const PEOPLE = ['Swap2', 'Taraguchi-10'];
/** The names of the two players, the one who places the first stone first. */
const SEATS = {
  Black: ['You', 'Tengen'],
  White: ['Tengen', 'You'],
  'Both (two people)': ['Player 1', 'Player 2'],
};
const OTHER = { Black: 'White', White: 'Black' };

/** An opening as its rule describes it. */
class Opening {
  constructor(steps, names) {
    Object.assign(this, { steps, names, black: 0, last: 0, stones: 0 });
  }

  get mover() {
    return this.stones % 2 ? 1 - this.black : this.black;
  }

  /** The player who answers the current step. */
  get player() {
    const { kind, also } = this.steps[0];
    if (kind === 'stone') return also ? this.last : this.mover;
    if (kind === 'fifths') return this.black;
    return { side: 1 - this.last, number: this.last, fifth: 1 - this.black }[kind];
  }

  get isOver() {
    return !this.steps.length;
  }

  get ofTengen() {
    return !this.isOver && this.names[this.player] === 'Tengen';
  }

  get count() {
    return this.steps[0].count ?? this.declared;
  }

  sideOf(player) {
    return player === this.black ? 'Black' : 'White';
  }

  /** Takes an answer of a step: a colour or alternative, a number; none for stones. */
  answer(text = '') {
    const { player, count } = this;
    const { kind } = this.steps[0];
    this.steps = this.steps.slice(1);
    if (text in INSTEAD) [this.steps, this.last] = [INSTEAD[text], player];
    else if (kind === 'side') this.black = text === 'Black' ? player : 1 - player;
    else if (kind === 'number') this.declared = Number(text);
    else if (kind === 'fifths' && count > 1) this.steps = [fifth, ...this.steps];
    else [this.stones, this.last] = [this.stones + 1, kind === 'stone' ? player : this.black];
  }

  /** The opening after Tengen's answers; its decisions are taken from a notice. */
  afterTengen(notice) {
    const after = Object.assign(new Opening(this.steps, this.names), this);
    const decisions = [...notice.matchAll(DECISION)].map(([, ...answers]) => answers.find(Boolean));
    while (after.ofTengen) {
      const silent =
        after.steps[0].kind === 'stone' || (after.steps[0].kind === 'fifths' && after.count === 1);
      const answer = silent ? '' : decisions.shift();
      if (answer === undefined) throw new Error(`Tengen's ${after.steps[0].kind} is missing: "${notice}"`);
      after.answer(ANSWERS[answer] ?? answer);
    }
    expect(decisions).toEqual([]);
    return after;
  }

  /** What the page shows at this step. */
  get shown() {
    const { stones, black, names } = this;
    const seats = { Black: names[black], White: names[1 - black] };
    return { seats, stones, turn: this.sideOf(this.player), question: this.question };
  }

  get question() {
    const { kind, zone } = this.steps[0];
    if (kind === 'stone') return `Stone ${this.stones + 1}, ${this.stones % 2 ? 'White' : 'Black'}: ${zone}`;
    if (kind === 'fifths') return `Offer fifth stones: 0 of ${this.count}`;
    return {
      side: 'Choose your side',
      number: 'How many fifth stones will there be?',
      fifth: 'Choose the fifth stone to keep',
    }[kind];
  }

  /** Whether the seats of the finished opening are right; two people have no numbers any more. */
  sit({ Black, White }) {
    const { black, names } = this;
    return names.includes('You') ? Black === names[black] && White === names[1 - black] : Black === White;
  }

  /** What the notice says at the end. */
  get result() {
    const person = this.names.indexOf('You');
    return person < 0 ? `${this.names[this.black]} plays Black` : `You play ${this.sideOf(person)}`;
  }
}

/** What Tengen says about its decisions. */
const DECISION =
  /Tengen (?:takes (Black|White)|(places two more)|(offers ten)|sets .*? to (\d+)|(offers) (?:[a-o]\d+ ?)+|(keeps) [a-o]\d+)/g;
const ANSWERS = { 'places two more': orTwo.instead, 'offers ten': orTen.instead };

/** The seats by colour, and the side with the turn mark. */
const seatsOf = (page) =>
  page.locator('.seat').evaluateAll((seats) => {
    const sideOf = (seat) => seat.querySelector('[role=img]')?.getAttribute('aria-label');
    const turn = seats.filter((seat) => seat.getAttribute('aria-current') === 'true').map(sideOf);
    const named = seats.map((seat) => [sideOf(seat), seat.querySelector('.name')?.textContent]);
    return { seats: Object.fromEntries(named), turn: turn.join() };
  });

/** Waits until the page has reached the next step of a person, and checks what it shows. */
async function reaches(tengen, opening) {
  const { board, notice, page, status } = tengen;
  let after = opening;
  await expect(async () => {
    const text = (await notice.isVisible())
      ? await notice.evaluate((e) => e.firstChild?.textContent ?? '')
      : '';
    after = opening.afterTengen(text);
    const { seats, turn } = await seatsOf(page);
    if (after.isOver)
      return expect([text, after.sit(seats)]).toEqual([expect.stringContaining(after.result), true]);
    const stones = (await board.points('.stones .black, .stones .white')).length;
    expect({ seats, turn, stones, question: await status.innerText() }).toEqual(after.shown);
    if (opening.ofTengen && text) expect(text).toContain(after.question);
    if (['side', 'number'].includes(after.steps[0].kind)) expect(text).toContain(after.question);
  }).toPass({ intervals: [30], timeout: Number(process.env.PATIENCE ?? 60_000) });
  return after;
}

/** All points by their distance from the centre of a 15×15 board. */
const POINTS = [...Array(225).keys()]
  .map((i) => ({ x: i % 15, y: Math.floor(i / 15) }))
  .map(({ x, y }) => ({
    point: `${'abcdefghijklmno'[x]}${y + 1}`,
    far: Math.max(Math.abs(x - 7), Math.abs(y - 7)),
  }))
  .sort((one, other) => one.far - other.far);

function allows(zone, far) {
  if (zone === any) return true;
  if (zone === centre) return far === 0;
  const reach = Math.floor(Number(zone.slice(-1)) / 2);
  return zone.startsWith('within') ? far <= reach : far > reach;
}

/** Expects a refusal of a point with this reason. */
async function refuses({ board, page }, point, why) {
  await board.touch(point);
  await expect(page.getByText(`${point} ${why}`)).toBeVisible();
}

/** Places a stone; after one where the rule does not allow it, if the person errs. */
async function placeStone(tengen, zone, errs) {
  const { board } = tengen;
  const taken = await board.points('.stones .black, .stones .white');
  const free = POINTS.filter(({ point }) => !taken.includes(point));
  const wrong = free.find(({ far }) => !allows(zone, far));
  const reason = `is not ${zone.replace('central', 'middle').replace('×', 'x').replace('centre', 'middle of the board')}`;
  if (wrong && errs) await refuses(tengen, wrong.point, `${reason}, where this stone must be placed`);
  await board.touch(free.find(({ far }) => allows(zone, far)).point);
}

/** Offers this many fifth stones; a stone of the same figure is refused. */
async function offerFifths({ board, page, status }, count) {
  const taken = await board.points('.stones .black, .stones .white');
  const free = POINTS.filter(({ point }) => !taken.includes(point));
  for (let offered = 0; offered < count;) {
    const { point } = free.shift();
    await board.touch(point);
    const refused = page.getByText(`${point} makes the same figure as`);
    const next = page.getByText(`Offer fifth stones: ${offered + 1} of ${count}`);
    if (offered + 1 < count) {
      await expect(refused.or(next).first()).toBeVisible();
      if (await next.isVisible()) offered++;
    } else {
      await expect(status.filter({ hasNotText: 'Offer' }).or(refused).first()).toBeVisible();
      if (!(await refused.isVisible())) offered++;
    }
  }
}

/** Keeps one of the offered fifth stones, after another point. */
async function keepFifth(tengen) {
  const offered = await tengen.board.points('.over .ghost');
  const taken = await tengen.board.points('.stones .black, .stones .white');
  const other = POINTS.find(({ point }) => ![...offered, ...taken].includes(point));
  await refuses(tengen, other.point, 'was not offered');
  await tengen.board.touch(offered.at(-1));
}

/** Answers a question of a person; returns the answer. */
async function answer(tengen, opening, takes) {
  const { notice } = tengen;
  const { kind, zone, instead } = opening.steps[0];
  const press = async (name) => {
    await notice.getByRole('button', { name, exact: true }).click();
    return name.replace('Take ', '');
  };
  if (kind === 'side') return press(takes.instead && instead ? instead : `Take ${takes.side}`);
  if (kind === 'number') return press('3');
  if (kind === 'stone') await placeStone(tengen, zone, takes.errs);
  if (kind === 'fifths') await offerFifths(tengen, opening.count);
  if (kind === 'fifth') await keepFifth(tengen);
  return '';
}

/** Records the side with the turn mark whenever Tengen thinks about the opening. */
const watchTurns = (page) =>
  page.evaluate(() => {
    const marked = (window.marked = []);
    new MutationObserver(() => {
      const thinks = document
        .getElementById('status')
        ?.textContent.includes('Tengen thinks about the opening');
      const seat = document.querySelector('.seat[aria-current="true"]')?.textContent ?? '';
      if (thinks) marked.push(/Tengen/.test(seat) ? 'Tengen' : seat);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });

/** Plays an opening to its end; the person takes Black and White alternately. */
async function plays(tengen, rule, you) {
  const takes = { side: 'Black', instead: you !== 'White', errs: you === 'Black' };
  let opening = await reaches(tengen, new Opening(RULES[rule], SEATS[you]));
  while (!opening.isOver) {
    opening.answer(await answer(tengen, opening, takes));
    takes.side = OTHER[takes.side];
    opening = await reaches(tengen, opening);
  }
}

for (const rule of Object.keys(RULES))
  test(`opening rule ${rule}`, async ({ page, tengen }) => {
    await tengen.open();
    await watchTurns(page);
    let settings = { rule: 'Renju', size: '15×15', level: 1, opening: rule };
    for (const you of ['Black', 'White', ...(PEOPLE.includes(rule) ? ['Both (two people)'] : [])])
      await test.step(you, async () => {
        await tengen.begin({ ...settings, you });
        settings = {}; // the dialog keeps them
        await plays(tengen, rule, you);
      });
    expect(await page.evaluate(() => [...new Set(window.marked)])).toEqual(['Tengen']);
  });

test('an opening says why it refuses a point or a board', async ({ page, tengen }) => {
  const { board, dialog, notice } = tengen;
  await tengen.open();
  await tengen.begin({ rule: 'Renju', size: '15×15', you: 'Both (two people)', opening: 'RIF' });
  await board.lay('h8', 'h9', 'h7');
  await board.touch('a1');
  await expect(page.locator('.toast')).toHaveText('Choose your side');
  // Stones that are placed are not taken back.
  await tengen.button('One move back').click();
  await board.touch('a1');
  await expect(notice.getByRole('button')).toHaveText(['Go to the last move']);
  await notice.getByRole('button').click();
  await notice.getByRole('button', { name: 'Take Black' }).click();
  await expect(tengen.status).toHaveText('Stone 4, White: on any point');
  await tengen.reload();
  const seats = { Black: 'Player 2', White: 'Player 1' };
  await expect.poll(() => seatsOf(page)).toEqual({ seats, turn: 'White' });
  await board.lay('h10');
  await board.touch('g8');
  await expect(tengen.status).toHaveText('Offer fifth stones: 1 of 2');
  await refuses(tengen, 'i8', 'makes the same figure as g8');
  // In the coordinates that are shown.
  await tengen.button('Settings').click();
  await dialog.getByRole('radio', { name: '(9,5)', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await board.touch('i8');
  await expect(page.getByText('(8,7) makes the same figure as (6,7)')).toBeVisible();
  // A board without the squares of a rule: the game begins without it.
  await tengen.button('New game').click();
  await dialog.getByRole('radio', { name: 'Other', exact: true }).check();
  for (const side of ['Columns', 'Rows']) await dialog.getByLabel(side).fill('8');
  await tengen.button('Begin').click();
  await expect(page.getByText('rif needs a board of 9x9 or more, not 8x8')).toBeVisible();
  await expect(tengen.status).toHaveText('Black to move');
  await board.touch('a1');
  await board.holds('a1', '');
});

test('two levels of Tengen keep their level when they swap sides', async ({ page, tengen }) => {
  const { dialog, notice } = tengen;
  await tengen.open();
  await tengen.button('New game').click();
  await dialog.getByRole('radio', { name: 'Neither (Tengen plays both)' }).check();
  await dialog.getByRole('slider', { name: 'Strength, Black' }).fill('1');
  await dialog.getByRole('slider', { name: 'Strength, White' }).fill('2');
  await dialog.getByLabel('Seconds between moves').fill('60');
  await dialog.getByText('More options').click();
  const rules = dialog.getByLabel('Opening rule');
  await expect(rules.locator('option')).toHaveText(['None', ...Object.keys(RULES)]); // each has its test
  await rules.selectOption('Swap');
  await tengen.button('Begin').click();
  await expect(notice).toContainText(/Tengen takes (Black|White)/);
  const swapped = (await notice.innerText()).includes('Black');
  const levelOf = (side) =>
    page
      .locator('.seat')
      .filter({ has: page.getByRole('img', { name: side }) })
      .locator('.about');
  await expect(levelOf('Black')).toContainText(swapped ? 'level 2' : 'level 1');
  await expect(levelOf('White')).toContainText(swapped ? 'level 1' : 'level 2');
});
