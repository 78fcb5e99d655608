import type { StoryGroup } from './story.ts';
import { changes } from './stories/changes.ts';
import { composer } from './stories/composer.ts';
import { errors } from './stories/errors.ts';
import { guide } from './stories/guide.ts';
import { handoffs } from './stories/handoff.ts';
import { histories } from './stories/history.ts';
import { lives } from './stories/live.ts';
import { messages } from './stories/messages.ts';
import { panels } from './stories/panels.ts';
import { projects } from './stories/projects.ts';
import { runs } from './stories/runs.ts';
import { servers } from './stories/servers.ts';
import { settings } from './stories/settings.ts';
import { starts } from './stories/start.ts';
import { tools } from './stories/tools.ts';
import { webs } from './stories/web.ts';
import { windows } from './stories/window.ts';

/** Every group, in the order of the list. */
export const GROUPS: readonly StoryGroup[] = [
  messages,
  composer,
  handoffs,
  tools,
  webs,
  lives,
  runs,
  changes,
  errors,
  panels,
  projects,
  settings,
  servers,
  histories,
  starts,
  windows,
  guide,
];
