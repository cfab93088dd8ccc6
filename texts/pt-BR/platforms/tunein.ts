import type { texts as english } from '../../en/platforms/tunein.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Salve um episódio de um programa ou podcast do TuneIn. Estações ao vivo são para ouvir: um fluxo sem fim não pode virar um arquivo.',
  linkForms: [
    'tunein.com/podcasts/…-p123/?topicId=456 – um episódio; o topicId o indica',
    'tunein.com/podcasts/…-p123/ – um programa: os episódios mais novos são listados',
    'tunein.com/embed/player/t456 – o mesmo episódio no player pequeno',
    'tunein.com/radio/…-s123 – uma estação: é ao vivo, então a página aponta para os programas gravados',
    'tun.in/… – o link curto',
  ],
  notice:
    'O TuneIn Premium, com esportes e notícias sem anúncios, e o que é protegido por DRM não podem ser salvos. Uma estação também não: é ao vivo.',
  features: [
    {
      title: 'Formatos que pode ter',
      text: 'Episódios: MP3, a 64 a 192 kbps como a emissora os fez; às vezes AAC.',
    },
    {
      title: 'Formatos que fazemos',
      text: 'MP3 com 128, 192, 256 ou 320 kbps. Para notícias e conversa, o menor basta.',
    },
    {
      title: 'Rádio depois de ir ao ar',
      text: 'Muitas estações publicam os programas como podcast em poucas horas. Essa edição é um arquivo pronto, e o TuneIn costuma listá-la.',
    },
    {
      title: 'Em ordem por programa',
      text: 'O nome do programa e a data vão nos arquivos convertidos, o que mantém em ordem uma semana de boletins.',
    },
  ],
  tips: [
    'Para um episódio mais antigo, abra-o em tunein.com; o endereço então termina com “topicId=” e um número.',
    'No aplicativo do TuneIn, Compartilhar dá um endereço do programa. Cole para ver os episódios mais novos.',
    'Perdeu um jogo ao vivo ou um programa da manhã? Busque o nome do programa no TuneIn, em Podcasts.',
  ],
  questions: [
    {
      question: 'Posso gravar uma estação do TuneIn?',
      answer:
        'Não. Uma estação nunca termina, então não há arquivo para concluir. A página diz que é uma estação ao vivo; tente o podcast do programa.',
    },
    {
      question: 'Quais links do TuneIn funcionam?',
      answer:
        'Os de um episódio, que se reconhecem pelo topicId, e os de um programa, que listam os episódios mais novos para escolher.',
    },
    {
      question: 'Conteúdo do TuneIn Premium funciona?',
      answer:
        'Ele é pago, e o TuneIn não dá o arquivo a outros, então não. A parte grátis do catálogo não precisa de conta, nem sua nem nossa.',
    },
    {
      question: 'Que qualidade têm os episódios do TuneIn?',
      answer:
        'A do envio da própria emissora, quase sempre 96 ou 128 kbps para fala. Um MP3 maior feito dele ocupa mais e soa igual.',
    },
    {
      question: 'Por que um episódio do TuneIn some depois de algumas semanas?',
      answer:
        'Programas de notícias limpam os feeds, e o TuneIn só aponta para o arquivo. Quando a emissora o apaga, não resta nada para buscar.',
    },
    {
      question: 'Posso salvar estações de música do TuneIn?',
      answer:
        'Estações, não. Programas de música gravados que aparecem como episódio, sim, desde que a estação os tenha publicado abertamente.',
    },
    {
      question: 'Por que o TuneIn diz que a estação não está disponível na minha região?',
      answer:
        'Direitos de transmissão acabam nas fronteiras, e para nós vale o país em que está nosso servidor. Episódios são limitados bem menos que transmissões ao vivo.',
    },
  ],
}
