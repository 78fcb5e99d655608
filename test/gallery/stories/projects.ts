import { ABOUT_ME_KEY } from '#flows/projects/about-me.ts';
import { setting, THEN, Thread, together } from '../fixture.ts';
import type { StoryGroup } from '../story.ts';

const WEEK = 7 * 24 * 60 * 60_000;
const PROJECT = {
  instructions: 'Answer in Korean and cite the source of every figure.',
  target: { connection: 'anthropic', model: 'claude-sonnet-5-5', thinking: 'medium' as const },
  assistant: 'editor',
  files: 'passages' as const,
};

const stored = () =>
  together(
    new Thread('talk', 'What the survey says', { folder: 'survey' })
      .user('How many took part?')
      .answer('1,204 people took part.')
      .fixture(),
    {
      folders: [{ id: 'survey', name: 'Survey of nurses', parent: null, createdAt: THEN, project: PROJECT }],
      assistants: [
        { id: 'editor', name: 'Editor', system: 'You edit.', target: null, createdAt: THEN, updatedAt: THEN },
      ],
    },
    setting(ABOUT_ME_KEY, 'I am a nurse in Busan. Short answers, please.'),
  );

export const projects: StoryGroup = {
  title: 'Projects',
  stories: [
    {
      id: 'project-dialog',
      title: 'Instructions, model and files of a project',
      route: '/s/talk',
      stored,
      act: async (user) => {
        await user.sees('What the survey says');
        if (document.querySelector('[data-narrow]')) await user.press('Show sidebar');
        await user.press('Actions for folder Survey of nurses');
        await user.press('Project…');
      },
    },
    {
      id: 'project-shared',
      title: 'What a conversation gets from its project',
      route: '/s/talk',
      stored,
      act: (user) => user.press('Project Survey of nurses: what this conversation gets'),
    },
    {
      id: 'project-deleted',
      title: 'A deleted project',
      route: '/settings/deleted',
      stored: () => ({
        folders: [
          { id: 'f', name: 'Survey', parent: null, createdAt: THEN, deletedAt: Date.now() - WEEK, project: PROJECT },
        ],
      }),
    },
  ],
};
