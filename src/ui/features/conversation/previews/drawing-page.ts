/** What stands before the drawing in a file. HTML would show the rest of it as text. */
const PROLOG = /<\?xml[^>]*\?>|<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>/gi;

const FILLING = 'width: 100vw !important; height: 100vh !important; max-width: none !important';

const style = (background: string, fills: boolean): string => `html { background: ${background} }
body { margin: 0; display: grid; place-items: center; min-height: 100vh }
svg { ${fills ? FILLING : 'max-width: 100%; height: auto'} }`;

interface Look {
  background: string;
  /** The drawing is as large as the frame, whose shape is its own. */
  fills: boolean;
}

/** A drawing as the document of a frame. */
export const drawingPage = (svg: string, { background, fills }: Look = { background: 'white', fills: false }): string =>
  `<!doctype html><meta charset="utf-8"><style>${style(background, fills)}</style>${svg.replace(PROLOG, '')}`;

/** What a diagram stands on. A frame doesn't let the page through. */
export const diagramBackground = (): string => {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim();
  return /^[\w().%/ -]+$/.test(color) ? color : 'white';
};
