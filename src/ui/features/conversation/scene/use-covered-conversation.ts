import { useLayoutEffect, type RefObject } from 'react';

/** Keeps the conversation from being reached while a panel beside it covers it. */
export function useCoveredConversation(panel: RefObject<HTMLElement | null>, covers: boolean): void {
  useLayoutEffect(() => {
    const conversation = panel.current?.previousElementSibling;
    if (!covers || !(conversation instanceof HTMLElement)) return undefined;
    conversation.toggleAttribute('inert', true);
    return () => {
      conversation.toggleAttribute('inert', false);
    };
  }, [panel, covers]);
}
