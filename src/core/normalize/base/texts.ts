/** The texts that the engine itself adds to a request. Changing one changes what models see: keep them stable. */

/** Used where a user message is required and there is none. */
export const CONTINUE_TEXT = '[Continuing...]';

/** Assistant message between tool results and a user message (Mistral M2), and after a system prompt sent as one (O7). */
export const BRIDGE_TEXT = 'Understood.';

/** Result of a call that the user stopped. */
export const CANCELLED_RESULT = 'Operation cancelled by user (ESC pressed)';

/** Result of a call that ended because another window has taken over the conversation. */
export const TAKEN_OVER_RESULT =
  'Stopped because the conversation moved to another window. The user did not cancel this call.';

/** Result of a call whose outcome was never recorded. */
export const MISSING_RESULT = 'Interrupted: no result was recorded for this tool call.';

/** A tool that returned nothing. */
export const EMPTY_RESULT = '(no output)';

/** Replaces result text when only images came back and they follow in the next message. */
export const IMAGE_FOLLOWS = '(see the attached image)';

export function strayResultText(name: string | undefined, text: string): string {
  const tool = name === undefined || name.trim() === '' ? 'an earlier tool call' : `the tool ${name}`;
  return `[Result of ${tool}, recorded without its call]\n${text}`;
}

export function callAsText(name: string, args: string): string {
  return `[Called the tool ${name} with ${args}]`;
}

export function resultAsText(name: string, text: string, isError: boolean): string {
  return `[${isError ? 'Error from' : 'Result of'} the tool ${name}]\n${text}`;
}

export function imagesOfResultText(name: string): string {
  return `[Image returned by the tool ${name}]`;
}

/** What a model gets of a file that it doesn't take as it is. */
export function fileAsText(name: string, text: string): string {
  return `[File ${name}]\n${text}`;
}

/** Replaces an image or file that does not fit in the request. */
export function mediaLeftOut(kind: 'image' | 'file', name: string): string {
  return `[${kind === 'image' ? `An image (${name})` : `The file ${name}`} was here; it is left out because the request would be too large]`;
}

export function mediaPlaceholder(kind: 'image' | 'file', name: string): string {
  return kind === 'image'
    ? `[An image (${name}) was here; this model cannot see images]`
    : `[The file ${name} was attached here; this model cannot read it]`;
}

/** Replaces an image or file whose data no model can read. */
export function damagedMedia(kind: 'image' | 'file', name: string): string {
  return `[${kind === 'image' ? `An image (${name})` : `The file ${name}`} was here; its data is damaged]`;
}
