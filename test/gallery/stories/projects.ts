import { ABOUT_ME_KEY } from '#flows/projects/about-me.ts';
import { NOW, setting, THEN, Thread, together } from '../fixture.ts';
import type { StoryGroup } from '../story.ts';

const WEEK = 7 * 24 * 60 * 60_000;
const PROJECT = {
  instructions: 'Answer in Korean and cite the source of every figure.',
  target: { connection: 'anthropic', model: 'claude-sonnet-5-5', thinking: 'medium' as const },
  assistant: 'editor',
  files: 'passages' as const,
};

const PASSAGE = 'In total 1,204 nurses took part in 2025.';
const FILES: readonly (readonly [id: string, name: string, text: string, unread?: string])[] = [
  ['f1', 'survey.pdf', `${PASSAGE}\nThe response rate was 62 percent.`],
  ['f2', 'A file with a long name that does not fit into the width of a narrow window.docx', 'Words'],
  ['f3', 'scan.pdf', '', 'no-text'],
];

const stored = () =>
  together(
    new Thread('talk', 'What the survey says', { folder: 'survey' })
      .user('How many took part?')
      .answer('1,204 people took part [1].')
      .fixture(),
    {
      folders: [{ id: 'survey', name: 'Survey of nurses', parent: null, createdAt: THEN, project: PROJECT }],
      assistants: [
        { id: 'editor', name: 'Editor', system: 'You edit.', target: null, createdAt: THEN, updatedAt: THEN },
      ],
    },
    {
      projectFiles: FILES.map(([id, name]) => ({
        id,
        folder: 'survey',
        name,
        mime: 'text/plain',
        blob: 'ab'.repeat(32),
        bytes: 10,
        createdAt: THEN,
      })),
      projectTexts: FILES.map(([id, , text, unread]) => ({
        id,
        folder: 'survey',
        text,
        tokens: text.length,
        ...(unread !== undefined && { unread }),
      })),
      overlays: [
        {
          id: 'o',
          sessionId: 'talk',
          target: { message: 'talk-1' },
          kind: 'context',
          reason: 'passages of the project',
          at: THEN,
          data: { files: [{ id: 'f1:0-40', kind: 'passage', path: 'survey.pdf, Page 1', text: PASSAGE }] },
        },
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
      act: (user) => user.press('Project Survey of nurses: shared with this conversation'),
    },
    {
      id: 'project-passage',
      title: 'The passage that an answer cites',
      route: '/s/talk',
      stored,
      act: (user) => user.press('Passage 1: survey.pdf, Page 1'),
    },
    {
      id: 'project-deleted',
      title: 'A deleted project',
      route: '/settings/deleted',
      stored: () => ({
        folders: [{ id: 'f', name: 'Survey', parent: null, createdAt: THEN, deletedAt: NOW - WEEK, project: PROJECT }],
      }),
    },
  ],
};
