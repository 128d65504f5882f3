import { type Act, type Recording, screenOf, type Target } from './recording.ts';

/**
 * Writes a recording as a test for the testing kit's Playwright fixtures, to be completed with what is expected.
 * @param file the recording, as seen from the test
 */
export function toPlaywright({ recordedAt, start, acts }: Recording, file: string): string {
  let screen: string | undefined = screenOf(pathOf(start.path));
  const lines = acts.flatMap((act) => {
    const before = screen;
    screen = act.kind === 'open' ? screenOf(pathOf(act.path)) : act.screen;
    const isLeft = act.kind !== 'open' && screen !== undefined && screen !== before;
    return [...(isLeft ? waitForScreen(screen) : []), ...writeAct(act)];
  });
  const title = `recorded ${recordedAt.slice(0, 16).replace('T', ' ')} from ${start.path}`;
  return `import { expect, test } from 'gatherwell-testing/playwright';

test(${quote(title)}, async ({ openRecording }) => {
  const page = await openRecording(${quote(file)});
${lines.map((line) => `  ${line}\n`).join('')}  // What should be there now, and what is.
  await expect(page.getByRole('main')).toBeVisible();
});
`;
}

const pathOf = (address: string): string => new URL(address, 'http://localhost').pathname;

/**
 * The lines that wait until a screen has come. Where its address is there already, the screen before may still be, with
 * something of the same name.
 */
const waitForScreen = (screen: string | undefined): string[] => [
  `await page.waitForURL(${addressOf(screen)});`,
  "await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy', 'true');",
];

/** What the address of a screen looks like, as a regular expression. */
const addressOf = (screen = ''): string =>
  `/^[^?#]*${screen.split('*').map(escape).join('[^/]+')}(?:[?#]|$)/`;

/** The lines of an act. */
function writeAct(act: Act): string[] {
  switch (act.kind) {
    case 'open':
      return [`await page.goto(${quote(act.path)});`];
    case 'click':
      return [`await ${locate(act.target)}.click();`];
    case 'fill':
      return [
        act.value === null
          ? `await ${locate(act.target)}.fill(process.env.SECRET ?? ''); // was not recorded`
          : `await ${locate(act.target)}.fill(${quote(act.value)});`,
      ];
    case 'select':
      return [`await ${locate(act.target)}.selectOption([${act.values.map(quote).join(', ')}]);`];
    case 'press':
      return [
        act.target
          ? `await ${locate(act.target)}.press(${quote(act.key)});`
          : `await page.keyboard.press(${quote(act.key)});`,
      ];
  }
}

function locate({ role, name, isWhole, index, count, css }: Target): string {
  if (role === null) return `page.locator(${quote(css ?? 'body')})`;
  const whole = `{ name: ${quote(name)}, exact: true }`;
  const options = name === '' ? '' : `, ${isWhole ? whole : `{ name: ${beginning(name)} }`}`;
  return `page.getByRole(${quote(role)}${options})${count > 1 ? `.nth(${index})` : ''}`;
}

/** A regular expression for what begins with a text. */
const beginning = (text: string): string => `/^${escape(text)}/`;

/** For a regular expression. */
const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** As a string in single quotes, on one line. */
const quote = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll(/[\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`)}'`;
