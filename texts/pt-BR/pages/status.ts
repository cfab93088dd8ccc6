import type { texts as english } from '../../en/pages/status.ts'
import type { In } from '../../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  title: 'Status',
  lead: 'O que funciona aqui agora, contado pelos links da última hora.',
  asOf: 'Às {time} UTC.',
  faults: {
    down: 'O processamento está em pausa. Nenhum link pode ser lido no momento.',
    merges:
      'No momento, juntar arquivos falha mais vezes do que dá certo. Arquivos que já estão completos na plataforma podem ser salvos.',
    day: 'O trabalho deste dia se esgotou. Arquivos voltam a ser juntados depois das 00:00 UTC; os que já estão completos na plataforma podem ser salvos.',
  },
  columns: { platform: 'Plataforma', state: 'Status', time: 'Tempo normal' },
  since: 'desde {time} UTC',
  otherSites: 'Outros sites',
  states: {
    works: 'funciona',
    limited: 'limitada',
    refused: 'recusada',
    unreachable: 'sem conexão',
    unknown: 'sem notícias',
  },
  meaning: 'O que as palavras querem dizer',
  meanings: {
    works: 'Um link foi lido na última hora.',
    limited:
      'A plataforma recusa algumas das nossas solicitações, ou mais da metade dos últimos links falhou.',
    refused: 'A plataforma recusa todos os nossos servidores. Eles tentam de novo com um link nosso.',
    unreachable: 'Nenhum dos nossos servidores consegue se conectar à plataforma.',
    unknown: 'Nenhum link desta plataforma foi lido na última hora, e não há sinal de problema.',
  },
}
