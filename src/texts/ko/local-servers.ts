import type { localServers as en } from '#texts/en/local-servers.ts';
import type { Translation } from '#texts/base/translation.ts';

export const localServers = {
  title: '이 컴퓨터의 모델 사용',
  intro: '이 컴퓨터에서 Ollama, LM Studio, llama.cpp, vLLM, Jan의 기본 포트를 확인해요. 버튼을 누를 때만 확인해요.',
  first: 'Ollama, LM Studio, llama.cpp, vLLM, Jan을 키 없이 쓸 수 있어요. 버튼을 누르면 찾아요.',
  search: '이 컴퓨터에서 찾기',
  again: '다시 찾기',
  searching: '이 컴퓨터에서 찾는 중…',
  found_other: '서버 {{count}}개를 찾았어요. 모델을 선택하면 대화가 시작돼요.',
  none: '이 컴퓨터에서 실행 중인 모델 서버가 없어요.',
  how: '서버를 시작한 뒤 다시 찾아 주세요. 처음이라면 ollama.com에서 Ollama를 설치하고 모델을 내려받으세요.',
  jan: '설정 > 로컬 API 서버',
  noModels: '실행 중이지만 아직 모델이 없어요.',
  window: '컨텍스트 {{window}}토큰',
  windowOf: '컨텍스트 {{window}}토큰 (최대 {{max}})',
  windowMax: '컨텍스트 최대 {{max}}토큰',
  windowUnknown: '컨텍스트 길이를 알 수 없어요',
  remote: '이 컴퓨터가 아니라 클라우드에서 실행돼요',
} satisfies Translation<typeof en>;
