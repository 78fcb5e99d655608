import { createContext } from 'react';

/** What `depthsOf` says of the text around. */
export const HeadingDepthsContext = createContext<readonly number[]>([]);
