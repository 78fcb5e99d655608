import { OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Pages whose images are measured; reading them decodes the images. */
const SAMPLES = 3;
/** Images of this share of a page's area cover it. */
const COVERED = 0.5;

/**
 * Whether pages with few characters, `texts`, are those of a scan. Page numbers and stamps say nothing. Slides with a word
 * each differ from page to page. What is left is one if images cover its pages.
 */
export async function isScan(file: PDFDocumentProxy, texts: readonly string[]): Promise<boolean> {
  const words = new Set(texts.map((text) => text.replaceAll(/\P{L}/gu, '')).filter((letters) => letters !== ''));
  if (words.size === 0) return true;
  if (words.size > 1 && words.size > texts.length / 2) return false;
  const sample = Math.min(SAMPLES, texts.length);
  let covered = 0;
  for (let at = 0; at < sample; at++)
    if (await isCovered(file, 1 + Math.floor((at * texts.length) / sample))) covered += 1;
  return covered > sample / 2;
}

async function isCovered(file: PDFDocumentProxy, number: number): Promise<boolean> {
  const page = await file.getPage(number);
  try {
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const { fnArray, argsArray } = await page.getOperatorList();
    return areaOfImages(fnArray, argsArray) >= COVERED * Math.abs((right - left) * (top - bottom));
  } catch {
    // What can't be drawn is nothing to read, either.
    return true;
  } finally {
    page.cleanup();
  }
}

/** An image is drawn into the unit square, so its area is what the transforms around it make of 1. */
function areaOfImages(operators: readonly number[], args: readonly unknown[]): number {
  const outer: number[] = [];
  let unit = 1;
  let area = 0;
  for (const [index, operator] of operators.entries()) {
    const given = args[index];
    switch (operator) {
      case OPS.save:
        outer.push(unit);
        break;
      case OPS.paintFormXObjectBegin:
        outer.push(unit);
        unit *= Array.isArray(given) ? growth(given[0]) : 1;
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        unit = outer.pop() ?? 1;
        break;
      case OPS.transform:
        unit *= growth(given);
        break;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
        area += unit;
        break;
      default:
    }
  }
  return area;
}

/** By how much a transform makes an area larger. */
function growth(matrix: unknown): number {
  const numbers = Array.isArray(matrix) || ArrayBuffer.isView(matrix) ? Array.from(matrix as ArrayLike<number>) : [];
  const [a = 1, b = 0, c = 0, d = 1] = numbers;
  return Math.abs(a * d - b * c);
}
