import { dialectFor } from '../normalize/base/dialects.ts';
import { MAX_PAGE_PICTURES, PDF } from '../page-pictures.ts';
import { ownEndpoint } from '../endpoint.ts';
import type { Model } from '../model.ts';
import type { Target } from '../request.ts';
import type { PictureLimits } from './sent-picture.ts';

export interface PageLimits extends PictureLimits {
  pages: number;
  /** Characters of base64 of all pages. */
  base64: number;
}

/** A page of a document is readable with this many pixels on its longest side. */
const MAX_SIDE = 1600;
/** The rest is for the other pictures of a request. */
const SHARE = 0.5;

/** What the target takes of the pages of a PDF; `null` when it takes the file, or no pictures. */
export function pageLimits(target: Target): PageLimits | null {
  const { fileTypes, imageTypes, pictures, maxImages, maxMedia } = dialectFor(target);
  if (!target.model.images || (target.model.files && fileTypes.includes(PDF))) return null;
  return {
    types: imageTypes,
    side: Math.min(pictures.side, MAX_SIDE),
    bytes: pictures.bytes,
    pages: Math.min(maxImages, MAX_PAGE_PICTURES),
    base64: maxMedia * SHARE,
  };
}

/** Whether the model takes a PDF of so many pages as a file. */
export function takesPdf(model: Model, pages: number): boolean {
  const { maxPages } = dialectFor({ vendor: model.vendor, model, endpoint: ownEndpoint(model.vendor) });
  return model.files && pages <= maxPages;
}
