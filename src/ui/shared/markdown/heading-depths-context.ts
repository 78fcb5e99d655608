import { createContext } from 'react';

/** The result of `depthsOf` for the surrounding text. */
export const HeadingDepthsContext = createContext<readonly number[]>([]);
