/** The document in which the page shows what a model wrote. */
export const PREVIEW_PATH = '/preview';
/** Added to the path where the scripts of the shown document may run. */
export const PREVIEW_SCRIPTS = '?scripts';
/** The document that draws diagrams out of their text. It runs Baton's own script and none that it is given. */
export const DIAGRAM_PATH = '/diagram';

/** All that the page may frame. */
export const FRAME_PATHS: readonly string[] = [PREVIEW_PATH, DIAGRAM_PATH];
