import type { HostAnswers } from './fake-host.ts';
import type { Fixture } from './fixture.ts';
import type { User } from './user.ts';

/** One state of the page, reached the way a user reaches it: with stored rows, answers of the host, and clicks. */
export interface Story {
  /** Part of the story's address. */
  id: string;
  title: string;
  /** The part after `#` in the page's own address. */
  route?: string;
  stored?: () => Fixture | Promise<Fixture>;
  /** Replace the usual answers. */
  host?: HostAnswers;
  /** Runs before the page starts, in its window. */
  before?: () => void | Promise<void>;
  /** Texts of the story itself that are also texts of the page, or that are in another language on purpose. */
  userTexts?: readonly string[];
  /** The screen doesn't follow a change of the language, so the story begins in it. Not with `act`. */
  keepsLanguage?: true;
  /** Runs in English. The story's language is set when this is done. */
  act?: (user: User) => Promise<void>;
}

export interface StoryGroup {
  title: string;
  stories: readonly Story[];
}
