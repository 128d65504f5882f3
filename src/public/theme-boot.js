// Puts the chosen theme on the page before its first paint; see src/lib/theme.ts.
try {
  const theme = localStorage.getItem('gatherwell-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the device's theme holds.
}
