// Runs before the first paint and before the program: what it does cannot wait for either.
const { font, userFiles, visitorFiles } = document.currentScript.dataset;
const link = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes));
const preload = (files = '', fetchPriority = 'auto') => {
  for (const href of files.split(' ').filter(Boolean)) link({ rel: 'modulepreload', href, fetchPriority });
};

// Where two responses took this long, in milliseconds, what can be done without would take seconds from what is to be read:
// the font, and the parts that late-part.tsx names.
const slow = 1_200;
if (performance.now() > slow || navigator.connection?.saveData)
  document.documentElement.dataset.slowLine = '';
else if (font) link({ rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: '' });

try {
  // The chosen theme; see src/lib/theme.ts.
  const theme = localStorage.getItem('gatherwell-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  // Signed-in users need more of the program, at once, and no screen for visitors; see src/app/session.ts.
  if (localStorage.getItem('gatherwell.user') !== null) {
    document.documentElement.dataset.hasUser = '';
    preload(userFiles);
  } else if (location.pathname === '/') {
    // Visitors read what the server rendered meanwhile.
    preload(visitorFiles, 'low');
  }
} catch {
  // Storage is switched off: the device's theme holds, and nobody is signed in.
}

// The server names the zone of each event; as on any screen, it is left out where the clocks here are the same.
const hasClocksOf = (zone, at) => at.toLocaleString('en', { timeZone: zone }) === at.toLocaleString('en');

// What the server rendered has no styles in its markup, which the policy forbids; see src/render.tsx.
const observer = new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) {
      const { style, zone } = node.dataset ?? {};
      if (style) node.style.cssText = style;
      if (zone) node.hidden = hasClocksOf(zone, new Date(node.closest('time').dateTime));
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
