import { PassageIndex } from '#search/passages/passage-index.ts';
import { VectorIndex } from '#search/passages/vector-index.ts';
import { PARAPHRASED, QUESTIONS } from '../search/labelled.ts';
import { hitsOf, labelledSearches } from '../search/search-labelled.ts';
import { print } from './print.ts';

/* A search in the files of a project: quality on the labelled set, and processor time over 10,000 files. */

const FILES = 10_000;
const CHARS = 3_400;
const CHUNKS = 30_000;
const NUMBERS = 768;
const LATIN = 'alpha network storage latency budget river mountain protein engine signal harvest teacher window orbit';
const KOREAN = '데이터베이스 설치 연구 참가자 예산 회의 간호사 병원 계획 결과 분석 학교 도서관 여행 음악 정책';

/** Numerical Recipes' generator; its high bits are even enough. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

export async function benchPassages(): Promise<void> {
  // The practice model knows its synonyms from a list: this shows what vectors add to a search, not how good a model is.
  for (const [what, questions] of Object.entries({ 'in its words': QUESTIONS, 'in other words': PARAPHRASED }))
    for (const [way, search] of Object.entries(labelledSearches()))
      print(
        `passages: ${questions.length} questions ${what}, by ${way}: answer first ${hitsOf(search, questions, 1)}, among three ${hitsOf(search, questions, 3)}`,
      );

  const random = createRandom(7);
  const texts = Array.from({ length: FILES }, (_, file) => {
    const words = (file % 5 === 0 ? KOREAN : LATIN).split(' ');
    let text = '';
    while (text.length < CHARS) text += `${words[random(words.length)]}${random(12) === 0 ? '\n' : ' '}`;
    return file === 5_555 ? `${text}\n세종대왕기념관에서 열렸다.` : text;
  });
  const large = new PassageIndex();
  const load = cpuMs(() => texts.forEach((text, file) => large.put(String(file), `${file}.txt`, text)));
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  print(`passages: ${FILES} files, ${(characters / 1e6).toFixed(1)} M characters, loaded in ${load.toFixed(0)} ms`);
  for (const question of ['zanzibar', 'database latency of the network', '세종대왕기념관에서 열린 행사', '설치'])
    print(`passages: “${question}” in ${cpuMs(() => void large.search(question, 6)).toFixed(0)} ms`);

  const values = Int8Array.from({ length: CHUNKS * NUMBERS }, () => random(255) - 127);
  const cuts = Array.from({ length: CHUNKS * 2 }, (_, at) => at);
  const near = new VectorIndex([{ file: 'f', folder: 'f', start: 0, model: 'm', open: 0, cuts, values }]);
  const question = Array.from({ length: NUMBERS }, () => random(255) - 127);
  const ms = cpuMs(() => void near.search(question, 50));
  print(
    `passages: ${CHUNKS} vectors of ${NUMBERS} numbers, ${(values.length / 1e6).toFixed(0)} MB, in ${ms.toFixed(0)} ms`,
  );
}
