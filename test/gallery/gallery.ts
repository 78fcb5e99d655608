import { GROUPS } from './groups.ts';

/** Shows a list of the stories beside the story that the address names: `#/story/ID`. */
function get<T extends Element>(kind: new () => T, selector: string): T {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`${selector} is missing`);
  return found;
}

const stage = get(HTMLIFrameElement, '#stage');
const list = get(HTMLDivElement, '#list');
const filter = get(HTMLInputElement, 'input[type=search]');
const theme = get(HTMLSelectElement, '#theme');
const language = get(HTMLSelectElement, '#language');
const width = get(HTMLSelectElement, '#width');
const all = GROUPS.flatMap(({ stories }) => stories);

function showList(): void {
  const query = filter.value.toLowerCase();
  list.replaceChildren(
    ...GROUPS.flatMap(({ title, stories }) => {
      const links = stories
        .filter((story) => `${title} ${story.title} ${story.id}`.toLowerCase().includes(query))
        .map((story) => {
          const link = document.createElement('a');
          link.href = `#/story/${story.id}`;
          link.textContent = story.title;
          if (link.hash === location.hash) link.setAttribute('aria-current', 'page');
          return link;
        });
      if (links.length === 0) return [];
      const head = document.createElement('h3');
      head.textContent = title;
      return [head, ...links];
    }),
  );
}

function show(): void {
  const story = all.find(({ id }) => location.hash === `#/story/${id}`);
  if (!story) {
    location.replace(`#/story/${all[0]?.id ?? ''}`);
    return;
  }
  showList();
  get(HTMLHeadingElement, '#title').textContent = story.title;
  const asked = new URLSearchParams({ story: story.id, theme: theme.value, language: language.value });
  const address = `./story.html?${asked.toString()}`;
  stage.style.maxWidth = width.value === 'full' ? '' : `${width.value}px`;
  get(HTMLAnchorElement, '#alone').href = address;
  if (stage.getAttribute('src') !== address) stage.src = address;
}

addEventListener('hashchange', show);
filter.addEventListener('input', showList);
for (const choice of [theme, language, width]) choice.addEventListener('change', show);
show();
