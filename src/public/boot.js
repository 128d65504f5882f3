// Runs before the first paint and before the program: what it decides cannot wait for either.
try {
  // The chosen theme; see src/lib/theme.ts.
  const theme = localStorage.getItem('gatherwell-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  // Signed-in users need more of the program, at once; see src/app/session.ts.
  if (localStorage.getItem('gatherwell.user') !== null) {
    const { userFiles } = document.currentScript.dataset;
    for (const href of userFiles ? userFiles.split(' ') : [])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
} catch {
  // Storage is switched off: the device's theme holds, and nobody is signed in.
}
