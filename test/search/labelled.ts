/** A small project in two languages, and questions with the file and the words that answer them. */
export const TEXTS: Readonly<Record<string, string>> = {
  'handbook.md': `# Working hours
The office opens at seven in the morning. Core time is from ten to three.
People who work from home write it into the calendar the day before.
${'Everybody records breaks and meetings in the usual list.\n'.repeat(8)}
# Vacation
Every employee has 28 days of vacation a year. Unused days expire at the end of March.
Requests go to the team lead at least two weeks ahead.
${'The calendar of the team shows who is away and who stands in.\n'.repeat(8)}
# Travel expenses
Train tickets are booked second class. Hotels up to 140 euros a night are paid without asking.
Receipts are handed in within thirty days.
${'Every trip has a number, which is written on all papers.\n'.repeat(8)}`,
  'survey.pdf': `[Page 1]
Survey of nurses 2025. In total 1,204 nurses from 31 hospitals took part.
The response rate was 62 percent.
[Page 2]
Night shifts: 71 percent work more than four night shifts a month.
Sleep problems are named most often as a consequence.
[Page 3]
Recommendations: fixed shift plans six weeks ahead and a limit of three consecutive night shifts.`,
  '설치 안내.txt': `데이터베이스 설치 안내
설치에는 관리자 권한이 필요합니다. 설치 프로그램을 실행하고 약관에 동의하세요.
기본 포트는 5432이며 방화벽에서 열어야 합니다.
백업
백업은 매일 새벽 3시에 자동으로 실행됩니다. 백업 파일은 30일 동안 보관됩니다.
복구할 때는 먼저 서비스를 중지한 다음 복구 명령을 실행하세요.`,
  '회의록.hwpx': `2026년 3월 회의록
참석자: 김민수, 이서연, 박지훈
예산은 작년보다 12퍼센트 늘어난 4억 5천만 원으로 확정했다.
다음 행사는 5월 17일 부산 벡스코에서 열기로 했다.
홍보는 이서연 팀장이 맡는다.`,
  'server.ts': `export function createServer(options) {
  const retries = options.retries ?? 3;
  // A request is tried again after a pause that doubles each time.
  return { listen(port) { return openSocket(port, retries); } };
}
export function parseHeaders(text) {
  return new Map(text.split('\\r\\n').map((line) => line.split(': ')));
}`,
  'novel.txt': 'The morning was cold and the harbor lay silent under the fog.\n'.repeat(60),
};

export const QUESTIONS: readonly (readonly [question: string, file: string, words: string])[] = [
  ['How many days of vacation do employees have?', 'handbook.md', '28 days'],
  ['When do unused vacation days expire?', 'handbook.md', 'end of March'],
  ['What may a hotel cost on a trip?', 'handbook.md', '140 euros'],
  ['When does the office open?', 'handbook.md', 'seven in the morning'],
  ['How many nurses took part in the survey?', 'survey.pdf', '1,204'],
  ['What was the response rate of the nurses?', 'survey.pdf', '62 percent'],
  ['What does the study recommend about consecutive night shifts?', 'survey.pdf', 'limit of three'],
  ['How often is a request retried?', 'server.ts', 'retries'],
  ['Which function parses headers?', 'server.ts', 'parseHeaders'],
  ['데이터베이스 설치에 어떤 권한이 필요해?', '설치 안내.txt', '관리자 권한'],
  ['기본 포트가 몇 번이야?', '설치 안내.txt', '5432'],
  ['백업 파일은 얼마나 오래 보관되나요?', '설치 안내.txt', '30일'],
  ['예산이 얼마로 확정됐어?', '회의록.hwpx', '4억 5천만'],
  ['다음 행사는 어디에서 열려?', '회의록.hwpx', '벡스코'],
  ['홍보 담당이 누구야?', '회의록.hwpx', '이서연 팀장'],
  ['night shift', 'survey.pdf', 'night shifts'],
];

/** Questions that share no word with their answer, or are in the other language. */
export const PARAPHRASED: typeof QUESTIONS = [
  ['How much annual leave do we get?', 'handbook.md', '28 days'],
  ['Which expenses for accommodation are covered?', 'handbook.md', '140 euros'],
  ['May I use the railway on official journeys?', 'handbook.md', 'second class'],
  ['연차는 며칠이야?', 'handbook.md', '28 days'],
  ['숙소 비용은 어디까지 돼?', 'handbook.md', '140 euros'],
  ['What proportion works evenings that often?', 'survey.pdf', '71 percent'],
  ['Are they tired, do they have insomnia?', 'survey.pdf', 'Sleep problems'],
  ['수면 문제가 있었어?', 'survey.pdf', 'Sleep problems'],
  ['How long are copies kept?', '설치 안내.txt', '30일'],
  ['Which rights do I need, must I be admin?', '설치 안내.txt', '관리자 권한'],
  ['사본은 언제 만들어져?', '설치 안내.txt', '새벽 3시'],
  ['What money do we have, what are the costs?', '회의록.hwpx', '4억 5천만'],
  ['Who does the marketing?', '회의록.hwpx', '이서연 팀장'],
  ['광고는 누가 해?', '회의록.hwpx', '이서연 팀장'],
];
