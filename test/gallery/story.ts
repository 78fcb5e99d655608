import type { HostAnswers } from './fake-host.ts';
import type { Fixture } from './fixture.ts';
import type { User } from './user.ts';

/** One state of the page, reached the way a user reaches it: by what is stored, what the host answers, and what is pressed. */
export interface Story {
  /** Part of its address. */
  id: string;
  title: string;
  /** What is behind `#` in the page's own address. */
  route?: string;
  stored?: () => Fixture | Promise<Fixture>;
  /** In place of the usual answers. */
  host?: HostAnswers;
  /** Before the page starts, in its own window. */
  before?: () => void | Promise<void>;
  /** In English; the language of the story is chosen when it is done. */
  act?: (user: User) => Promise<void>;
}

export interface StoryGroup {
  title: string;
  stories: readonly Story[];
}
