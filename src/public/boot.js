// Runs before the first paint and before the program: what it does cannot wait for either.
const { font, program, userFiles, visitorFiles, firstCalls } = document.currentScript.dataset;
const link = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes));
const preload = (files = '', fetchPriority = 'auto') => {
  for (const href of files.split(' ').filter(Boolean)) link({ rel: 'modulepreload', href, fetchPriority });
};

// The first use of `Intl` loads data, which takes a phone a tenth of a second: best while the style sheet is on its way.
setTimeout(() => new Intl.DateTimeFormat('en-US'));

// Where two responses took this long, in milliseconds, what can be done without would take seconds from what is to be read:
// the font, and the parts that late-part.tsx names.
const slow = 1_200;
if (performance.now() > slow || navigator.connection?.saveData)
  document.documentElement.dataset.slowLine = '';
else if (font) link({ rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: '' });

// On a device that has nothing of the user yet, the first screen shows what the server says: it is asked for that while the
// program is loaded. Each request waits for the one before; see src/local/first-calls.ts and src/app/early-answers.ts.
const askEarly = (userId, urls) => {
  let before = indexedDB
    .databases()
    .then((found) => !found.some(({ name }) => name === `gatherwell-${userId}`));
  const calls = urls.map((url) => {
    const call = { url };
    call.answer = before = before
      .then(async (goesOn) => {
        if (!goesOn) return undefined;
        call.sentAt = Date.now();
        const response = await fetch(url, {
          headers: { 'acting-user': userId },
          signal: AbortSignal.timeout(30_000),
        });
        return response.ok ? { headers: response.headers, results: await response.json() } : undefined;
      })
      .catch(() => undefined);
    return call;
  });
  window.earlyAnswers = { userId, calls };
};

let isUser = false;
let nextFiles = '';

try {
  // The chosen theme; see src/lib/theme.ts.
  const theme = localStorage.getItem('gatherwell-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  // Signed-in users need more of the program, at once, and no screen for visitors; see src/app/session.ts.
  const user = localStorage.getItem('gatherwell.user');
  if (user !== null) {
    isUser = true;
    document.documentElement.dataset.hasUser = '';
    preload(userFiles);
    if (firstCalls && location.pathname === '/') askEarly(JSON.parse(user)._id, firstCalls.split(' '));
  } else if (location.pathname === '/') {
    // Visitors read what the server rendered meanwhile.
    if (program) nextFiles = visitorFiles;
    else preload(visitorFiles, 'low');
  }
} catch {
  // Storage is switched off: the device's theme holds, and nobody is signed in.
}

// Where the server rendered the screen, the program comes after its first paint, with which it would compete for the line.
// Not for users, who wait for the program, and not in a page that may never be painted: a hidden one, or where a browser
// says nothing of it.
const parsed = () =>
  new Promise((resolve) => {
    addEventListener('DOMContentLoaded', resolve);
  });
const painted = () =>
  new Promise((resolve) => {
    const resolveIfHidden = () => document.hidden && resolve();
    resolveIfHidden();
    addEventListener('visibilitychange', resolveIfHidden);
    addEventListener('load', () => setTimeout(resolve, 500));
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
if (program) {
  if (isUser) preload(program);
  void Promise.all([parsed(), isUser || painted()]).then(async () => {
    if (!isUser) preload(program);
    preload(nextFiles, 'low');
    // Each file of it runs in a task of its own, so that a phone responds in between.
    for (const file of program.split(' ')) {
      await import(file);
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
    }
  });
}

// What the server rendered has no styles in its markup, which the policy forbids; see src/render.tsx.
const observer = new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) {
      const { style, offset } = node.dataset ?? {};
      if (style) node.style.cssText = style;
      // The server names the zone of each event; as on any screen, it is left out where the clocks here are the same.
      if (offset)
        node.hidden = new Date(node.closest('time').dateTime).getTimezoneOffset() === Number(offset);
    }
});
observer.observe(document.documentElement, { childList: true, subtree: true });
addEventListener('DOMContentLoaded', () => observer.disconnect());

// A button that is pressed before the program is there is pressed again then; see src/take-over.tsx.
addEventListener('click', ({ target }) => {
  if (document.getElementById('page-data')) target.closest('button')?.setAttribute('data-pressed', '');
});

// All forms are the program's, also before it is there: no browser may send what was typed as part of an address.
addEventListener('submit', (event) => event.preventDefault());
