import { describe, expect, it } from 'vitest';
import { splitPath } from '#ui/features/conversation/agent/recent-folders.ts';

describe('the name of a folder', () => {
  it.each([
    ['/home/me/project', 'project', '/home/me'],
    ['/home', 'home', '/'],
    ['/', '/', ''],
    ['C:\\Users\\me\\문서', '문서', 'C:\\Users\\me'],
    ['/home/me/project/', 'project', '/home/me'],
  ])('of %s is %s', (path, name, above) => {
    expect(splitPath(path)).toEqual({ name, above });
  });
});
