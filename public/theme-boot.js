// Runs before first paint: theme, text size, motion and language from src/ui/kit/theme/appearance.ts, without a flash.
(() => {
  const root = document.documentElement;
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem('baton.appearance') ?? '{}') ?? {};
  } catch {
    saved = {};
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = ['light', 'dark'].includes(saved.theme) ? saved.theme : dark ? 'dark' : 'light';
  root.dataset.textSize = ['small', 'large', 'larger'].includes(saved.textSize) ? saved.textSize : 'normal';
  root.dataset.motion = saved.motion === 'reduced' ? 'reduced' : 'system';
  // The build writes the folders of src/texts here.
  const languages = (root.dataset.languages ?? 'en').split(' ');
  const spoken = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
  root.lang = languages.includes(saved.language)
    ? saved.language
    : (spoken.find((tag) => languages.includes(tag)) ?? 'en');
})();
