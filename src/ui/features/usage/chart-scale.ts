const STEPS = 4;

/** Ascending tick values from 0 to at least `most`, in steps that are easy to read; whole numbers if `whole`. */
export function ticksUpTo(most: number, integers: boolean): number[] {
  if (!(most > 0)) return [0];
  const unit = 10 ** Math.floor(Math.log10(most / STEPS) + 1);
  // Multiples of a twentieth of the unit. The small number absorbs rounding: 0.6 / 0.05 is more than 12.
  const step = (Math.ceil((most / STEPS / unit) * 20 - 1e-9) / 20) * unit;
  const size = integers ? Math.ceil(step - 1e-9) : step;
  return Array.from({ length: STEPS + 1 }, (_one, index) => index * size);
}

/** In pixels, roughly, at the size of the labels. */
function widthOf(label: string): number {
  return Array.from(label, (character) => {
    if (/[\s./]/.test(character)) return 3.5;
    return /[ -~]/.test(character) ? 7 : 12;
  }).reduce((sum, width) => sum + width, 0);
}

const GAP = 3;

/** Every how many-th label is drawn, so that none touches the next. */
export function labelInterval(labels: readonly string[], bandWidth: number): number {
  const longest = Math.max(0, ...labels.map(widthOf));
  return bandWidth > 0 ? Math.max(1, Math.ceil((longest + GAP) / bandWidth)) : 1;
}
