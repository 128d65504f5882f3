// Runs before the first paint and before the program: what it does cannot wait for either.
const preload = (files = '') => {
  for (const href of files.split(' ').filter(Boolean))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
};

try {
  // The chosen theme; see src/lib/theme.ts.
  const theme = localStorage.getItem('gatherwell-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  // Signed-in users need more of the program, at once, and no screen for visitors; see src/app/session.ts.
  const { userFiles, visitorFiles } = document.currentScript.dataset;
  if (localStorage.getItem('gatherwell.user') !== null) {
    document.documentElement.dataset.hasUser = '';
    preload(userFiles);
  } else if (location.pathname === '/') preload(visitorFiles);
} catch {
  // Storage is switched off: the device's theme holds, and nobody is signed in.
}

// What the server rendered has no styles in its markup, which the policy forbids; see src/render.tsx.
const observer = new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.dataset?.style) node.style.cssText = node.dataset.style;
});
observer.observe(document.documentElement, { childList: true, subtree: true });
addEventListener('DOMContentLoaded', () => observer.disconnect());

// A button that is pressed before the program is there is pressed again then; see src/take-over.tsx.
addEventListener('click', ({ target }) => {
  if (document.getElementById('page-data')) target.closest('button')?.setAttribute('data-pressed', '');
});

// All forms are the program's, also before it is there: no browser may send what was typed as part of an address.
addEventListener('submit', (event) => event.preventDefault());
