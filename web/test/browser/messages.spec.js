// The engine's messages in the reader's language.
import cs from '../../lang/cs.js';
import { expect, game, test } from './tengen.js';

test.use({ locale: 'cs' });

test('messages are in the language of the page', async ({ page, tengen }) => {
  const { dialog } = tengen;
  await tengen.open();
  await tengen.button(cs.gameAndFiles).click();
  const why = dialog.getByRole('alert');
  const open = async (/** @type {string} */ name, /** @type {number[]} */ bytes) => {
    const chosen = page.waitForEvent('filechooser');
    await tengen.button(cs.openFile).click();
    await (
      await chosen
    ).setFiles([{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }]);
  };
  const head = [0xff, ...Buffer.from('RenLib'), 0xff, 3, 4, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10];
  await open('cut.lib', head.slice(0, 12));
  await expect(why).toHaveText('toto není knihovna RenLibu, nebo jen její začátek');
  const paste = async (/** @type {string} */ text) => {
    await dialog.getByRole('textbox').first().fill(text);
    await dialog.getByRole('button', { name: cs.read, exact: true }).click();
  };
  await paste('https://x.example/#black=h8&moves=i9');
  await expect(why).toHaveText(/^V odkazu chybí velikost desky/);
  await paste('(;GM[4]SZ[15];B[hh];W[hh])');
  await expect(why).toContainText('pole je obsazené');
  await tengen.picture('message-cs');
  await tengen.open(game('freestyle%2Bcontinuous', 'h8'));
  await expect(page.getByText('databáze neukládají nepřetržité partie')).toBeVisible();
});
