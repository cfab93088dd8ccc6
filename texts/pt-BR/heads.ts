import type { texts as english } from '../en/heads.ts'
import type { In } from '../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  title: '{page} | {name}',
  platform: {
    video: 'Baixar vídeos do {platform} - Grátis em HD',
    episode: 'Baixar do {platform} - Episódios grátis',
    track: 'Baixar do {platform} - MP3 grátis',
  },
  downloader: 'Baixar do {platform}',
  descriptions: {
    video:
      'Salve um vídeo público do {platform} com o {name}: cole o link, escolha um formato, fique com o arquivo. Grátis, sem conta.',
    episode:
      'Salve como áudio um episódio público do {platform} com o {name}: cole o link, escolha um formato, fique com o arquivo. Grátis, sem conta.',
    track:
      'Salve como áudio uma faixa pública do {platform} com o {name}: cole o link, escolha um formato, fique com o arquivo. Grátis, sem conta.',
    guide:
      'Salve um vídeo, uma música ou um episódio público com o {name}, passo a passo: no Windows, Mac, Android, iPhone e iPad.',
    send: 'Quatro jeitos de enviar um link ao {name} sem copiar: na barra de endereço, como favorito, com um atalho do iPhone, pelo menu de compartilhar.',
    status:
      'Quais plataformas o {name} consegue ler agora, quanto demora um link e desde quando algo está errado.',
    help: 'Respostas sobre o {name}: primeiros passos, qualidade e formatos, o que fazer quando um link falha, privacidade e como falar com a gente.',
    blog: 'Artigos claros sobre salvar mídia: formatos e codecs, direitos autorais e uso justo, e plataformas comparadas.',
    privacy: 'O que o {name} guarda, por quanto tempo e o que nunca guarda. Escrito para ser lido.',
    terms:
      'As regras de uso do {name}: o que você pode salvar, o que não é permitido e pelo que respondemos.',
    dmca: 'Como relatar ao {name} uma violação de direitos autorais, como responder a um aviso e quanto demora cada etapa.',
    glossary: 'Codec, contêiner, taxa de bits, DRM e os termos das políticas do {name}, em palavras simples.',
    cookies:
      'Escolha quais cookies opcionais o {name} pode usar. Os downloads funcionam igual de qualquer jeito.',
  },
  pages: {
    guide: 'Como baixar vídeos',
    send: 'Enviar um link',
    status: 'Status',
    help: 'Central de ajuda',
    blog: 'Blog',
    privacy: 'Aviso de privacidade',
    terms: 'Termos de serviço',
    dmca: 'Política DMCA',
    glossary: 'Glossário de termos',
    cookies: 'Opções de cookies',
    preview: 'Prévia',
    missing: 'Página não encontrada',
    making: 'Seu arquivo',
    notFound: 'Não encontrado',
    wrong: 'Algo deu errado',
  },
  shortcut: 'Colar um link',
  brand: {
    slogan: 'Cole o link. Fique com o arquivo.',
    tagline:
      'Salve vídeos, músicas e episódios de podcast públicos na qualidade que você escolher. Sem conta, sem marca-d’água, nada para instalar.',
    title: '{name}: salve vídeo e áudio públicos',
    description:
      'Cole um link público, veja os formatos e tamanhos, fique com o arquivo. Vídeo, música e podcasts, grátis e sem conta.',
    keywords: 'baixar vídeos, baixar áudio, baixar podcasts, mp4, mp3',
  },
}
