import type { StoryGroup } from './story.ts';
import { errors } from './stories/errors.ts';
import { lives } from './stories/live.ts';
import { messages } from './stories/messages.ts';
import { panels } from './stories/panels.ts';
import { settings } from './stories/settings.ts';
import { starts } from './stories/start.ts';
import { tools } from './stories/tools.ts';
import { windows } from './stories/window.ts';

/** Every group, in the order of the list. */
export const GROUPS: readonly StoryGroup[] = [messages, tools, lives, errors, panels, settings, starts, windows];
