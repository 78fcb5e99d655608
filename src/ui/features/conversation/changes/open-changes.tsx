import { lazyPart } from '#ui/kit/lazy-part.ts';
import type { TakeBackRequest } from './take-back-request.ts';

const ChangesPanel = lazyPart(async () => (await import('./changes-panel.tsx')).ChangesPanel);

/** The panel of file changes, to be shown beside the conversation. `ask`: what to ask about at once. */
export const besideForChanges = (opener: Element | null, more: { step?: string; ask?: TakeBackRequest } = {}) => ({
  beside: <ChangesPanel key={`changes-${performance.now()}`} opener={opener} {...more} />,
});
