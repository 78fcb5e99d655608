/** Oklab and WCAG 2 arithmetic, independent of the browser. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** Linear sRGB; outside 0..1 when the color doesn't exist on an sRGB screen. */
export function toLinearRgb([l, c, h]: Oklch): [number, number, number] {
  const angle = (h * Math.PI) / 180;
  const a = c * Math.cos(angle);
  const b = c * Math.sin(angle);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** What `color-mix(in oklab, one SHARE, other)` gives. */
export function mix([l, c, h]: Oklch, share: number, [otherL, otherC, otherH]: Oklch): Oklch {
  const rad = Math.PI / 180;
  const between = (a: number, b: number) => a * share + b * (1 - share);
  const a = between(c * Math.cos(h * rad), otherC * Math.cos(otherH * rad));
  const b = between(c * Math.sin(h * rad), otherC * Math.sin(otherH * rad));
  return [between(l, otherL), Math.hypot(a, b), Math.atan2(b, a) / rad];
}

export const isInSrgb = (color: Oklch) => toLinearRgb(color).every((value) => value >= -0.001 && value <= 1.001);

function luminance(color: Oklch): number {
  const [r, g, b] = toLinearRgb(color).map((value) => Math.min(1, Math.max(0, value)));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

export function contrast(one: Oklch, other: Oklch): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function toHex(color: Oklch): string {
  const channel = (linear: number) => {
    const value = Math.min(1, Math.max(0, linear));
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${toLinearRgb(color).map(channel).join('')}`;
}
