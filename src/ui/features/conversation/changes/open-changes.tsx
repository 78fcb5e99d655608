import { lazyPart } from '#ui/kit/lazy-part.ts';

const ChangesPanel = lazyPart(async () => (await import('./changes-panel.tsx')).ChangesPanel);

/**
 * The panel of file changes, to be shown beside the conversation: from a `step` on, or from the run that has the step `run`.
 */
export const besideForChanges = (opener: Element | null, more: { step?: string; run?: string } = {}) => ({
  beside: <ChangesPanel key={`changes-${performance.now()}`} opener={opener} {...more} />,
});
