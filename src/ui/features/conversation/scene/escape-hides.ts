import { createContext, use } from 'react';

/** Whether Escape hides the window. Elsewhere it stops what runs in the conversation. */
export const EscapeHidesContext = createContext(false);

export const useEscapeHides = (): boolean => use(EscapeHidesContext);
