import type { texts as english } from '../../en/platforms/playerfm.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'O Player.FM aponta para os arquivos que os autores de podcasts publicam. Cole o endereço de um episódio e receba esse arquivo, ou um MP3 do tamanho que quiser.',
  linkForms: [
    'player.fm/series/…/…',
    'de.player.fm/series/…/…, fr., es. e os outros idiomas',
    'player.fm/1AbCdEf – o código curto de um episódio',
  ],
  notice:
    'Alguns programas vendem os episódios. Esses não têm arquivo público ou são protegidos por DRM, e não podem ser salvos. Todos os outros são abertos.',
  features: [
    {
      title: 'Formatos que pode ter',
      text: 'MP3 na grande maioria dos programas. AAC em M4A. Ogg Vorbis ou Opus em alguns programas de software livre.',
    },
    {
      title: 'Formatos que fazemos',
      text: 'Um MP3 à sua escolha: 128, 192, 256 ou 320 kbps, sempre marcado como convertido.',
    },
    {
      title: 'Tamanho sabido antes',
      text: 'O Player.FM publica o tamanho do arquivo de um episódio, então você o vê antes de gastar seus dados.',
    },
    {
      title: 'Todas as edições',
      text: 'As edições alemã, francesa e vietnamita dividem um catálogo. Links de todas funcionam.',
    },
  ],
  tips: [
    'Na página de um programa, clique no título de um episódio; o endereço ganha uma segunda parte, e esse funciona.',
    'O aplicativo do Player.FM compartilha os mesmos endereços: Compartilhar, depois Copiar.',
    'Se um episódio falhar, procure no Apple Podcasts; os dois leem o mesmo feed, e um pode estar mais em dia.',
  ],
  questions: [
    {
      question: 'O que o Player.FM tem a ver com o arquivo de áudio?',
      answer:
        'Ele é um diretório. O servidor do autor guarda o episódio, o Player.FM diz onde, e nós o buscamos lá.',
    },
    {
      question: 'Posso salvar uma série inteira do Player.FM?',
      answer:
        'Não pelo endereço da série. Com o feed RSS do programa, sim: a página inicial lista os episódios, e os que você marcar são salvos em um ZIP.',
    },
    {
      question: 'É preciso uma conta do Player.FM ou o plano premium?',
      answer:
        'Não para programas abertos. O plano premium é do aplicativo: sincronizar, buscar, playlists. As páginas de episódios são públicas.',
    },
    {
      question: 'Que taxa de MP3 devo pegar para um episódio do Player.FM?',
      answer:
        'Nenhuma, se o original é MP3: fique com ele. Se não, 128 kbps para voz e 192 para música bastam.',
    },
    {
      question: 'Por que um episódio do Player.FM diz “não encontrado” se está na lista?',
      answer:
        'O diretório lembra por mais tempo que o servidor. Quando um autor remove o arquivo, a entrada fica um tempo e não leva a nada.',
    },
    {
      question: 'As notas de um episódio do Player.FM vêm junto?',
      answer:
        'O começo aparece no resultado. Um MP3 que fazemos leva título, autor e capa; links e textos longos ficam na página do episódio.',
    },
    {
      question: 'Posso colar o feed RSS de um programa no lugar de um link do Player.FM?',
      answer:
        'Na página inicial, sim. Os episódios do feed são listados com os títulos, os mais novos primeiro.',
    },
  ],
}
