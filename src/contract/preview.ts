/** The document in which the page shows what a model wrote. Nothing else may be framed. */
export const PREVIEW_PATH = '/preview';
/** Added to the path where the scripts of the shown document may run. */
export const PREVIEW_SCRIPTS = '?scripts';
