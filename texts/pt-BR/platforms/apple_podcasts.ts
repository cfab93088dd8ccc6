import type { texts as english } from '../../en/platforms/apple_podcasts.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Salve um episódio de podcast pelo link do Apple Podcasts: o próprio arquivo que os autores publicam, com programa, título e capa.',
  linkForms: [
    'podcasts.apple.com/us/podcast/…/id…?i=… – um episódio, da loja de qualquer país',
    'podcasts.apple.com/podcast/id…?i=… – sem o país',
    'itunes.apple.com/…/podcast/…/id…?i=… – dos tempos do iTunes',
    'podcasts.apple.com/us/podcast/…/id… – um programa: os episódios mais novos são listados, de cem em cem',
  ],
  notice:
    'Episódios para assinantes não têm arquivo público ou são protegidos por DRM, e não podem ser salvos. Os grátis são arquivos abertos no servidor do próprio programa, e são esses que você recebe aqui.',
  features: [
    {
      title: 'Formatos que pode ter',
      text: 'MP3, de longe o mais comum. M4A com AAC. Raramente MP4 ou M4V, quando o programa se filma.',
    },
    {
      title: 'Formatos que fazemos',
      text: 'MP3 a 128, 192, 256 e 320 kbps, e também M4A, Opus, FLAC e WAV, cada um marcado como convertido. Um original nunca é recodificado sem você pedir.',
    },
    {
      title: 'Dados do episódio dentro',
      text: 'Arquivos convertidos levam título, programa, temporada, episódio, data e capa, para que um player os organize. Originais mantêm as etiquetas com que vieram.',
    },
    {
      title: 'Da origem',
      text: 'A Apple lista podcasts mas não os guarda. O arquivo vem do servidor que os autores escolheram, então não é cópia de uma cópia.',
    },
  ],
  tips: [
    'No Apple Podcasts: os três pontos ao lado do episódio, depois Compartilhar Episódio, depois Copiar Link.',
    'Não há “?i=” no link? Então é a página do programa, e os episódios mais novos são listados para escolher.',
    'Tem o endereço RSS de um programa? Cole na página inicial: os episódios são listados, os mais novos primeiro.',
    'Muitos servidores põem publicidade em um episódio na hora do download, então duas cópias podem diferir em um minuto.',
  ],
  questions: [
    {
      question: 'Quais podcasts podem ser salvos?',
      answer:
        'Todo episódio grátis que o Apple Podcasts lista, já que o arquivo é público. Os de assinantes, de acesso antecipado e bônus não têm arquivo público e ficam fora de alcance.',
    },
    {
      question: 'MP3 ou o original de um podcast?',
      answer:
        'Pegue o original. Ele costuma já ser um MP3, e recodificar fala em uma taxa maior deixa o arquivo maior e não mais claro.',
    },
    {
      question: 'Posso salvar um programa ou uma temporada inteira do Apple Podcasts?',
      answer:
        'Os episódios, sim. O link do programa lista os mais novos, de cem em cem; marque os que quiser e salve em um ZIP.',
    },
    {
      question: 'Por que o episódio baixado difere do que ouvi no Apple Podcasts?',
      answer:
        'O servidor pode inserir outros anúncios para o país do nosso servidor ou a hora do dia. O programa em si é o mesmo.',
    },
    {
      question: 'Capítulos e transcrições de um podcast vêm junto?',
      answer:
        'Capítulos guardados no arquivo original ficam nele. Transcrições são feitas e guardadas pela Apple e não fazem parte do arquivo.',
    },
    {
      question: 'Preciso de um iPhone ou de uma conta da Apple para links do Apple Podcasts?',
      answer:
        'Nenhum dos dois. Qualquer navegador abre podcasts.apple.com, e o link funciona aqui igual no Android, Windows ou Linux.',
    },
  ],
}
