// Runs before first paint: what src/ui/kit/theme/appearance.ts says of the page, without a flash.
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
  const choices = {
    textSize: ['normal', 'small', 'large', 'larger'],
    motion: ['system', 'reduced'],
    width: ['normal', 'wide', 'full'],
    density: ['comfortable', 'compact'],
    details: ['all', 'time', 'none'],
    accent: ['celadon', 'blue', 'violet', 'rose'],
    code: ['baton', 'classic', 'plain'],
  };
  for (const [key, known] of Object.entries(choices))
    root.dataset[key] = known.includes(saved[key]) ? saved[key] : known[0];
  // The build writes the folders of src/texts here.
  const languages = (root.dataset.languages ?? 'en').split(' ');
  const spoken = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
  root.lang = languages.includes(saved.language)
    ? saved.language
    : (spoken.find((tag) => languages.includes(tag)) ?? 'en');
  const locale = new Intl.Locale(root.lang);
  root.dir = (locale.getTextInfo?.() ?? locale.textInfo)?.direction === 'rtl' ? 'rtl' : 'ltr';
})();
