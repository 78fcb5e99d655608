import { asksForPictures } from '../../asks-for-pictures.ts';
import type { Target } from '../../request.ts';

/** Entries of a request's list of tools that the vendor runs itself. Google has all functions in one entry. */
export function ownToolCount(target: Target): number {
  const { model, serverTools } = target;
  if (model.protocol === 'gemini') return 0;
  const pictures = model.protocol === 'openai-responses' && asksForPictures(target) ? 1 : 0;
  return pictures + (model.tools ? (serverTools?.tools.length ?? 0) : 0);
}
