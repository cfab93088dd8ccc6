import type { texts as english } from '../../en/pages/blog.ts'
import type { In } from '../../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  title: 'Blog',
  lead: 'Artigos claros sobre salvar mídia: como os formatos funcionam, o que a lei diz e o que esperar de cada plataforma.',
  read: 'Ler o artigo inteiro',
  here: 'Ler aqui',
  tags: 'Etiquetas',
  like: 'Curti',
  likes: { one: 'Curtir, {n}', many: 'Curtir, {n}', other: 'Curtir, {n}' },
  share: 'Enviar',
  copied: 'Link copiado para a área de transferência!',
  copyFailed: 'Não foi possível copiar o link.',
  explore: 'Explorar mais temas',
  topics: {
    formats: { title: 'Formatos de vídeo', text: 'Contêineres, codecs e o que toca onde.' },
    legal: { title: 'Guias jurídicos', text: 'Direitos autorais, uso justo e licenças.' },
    platforms: { title: 'Plataformas', text: 'O que esperar de cada plataforma.' },
    tips: { title: 'Qualidade', text: 'Em breve' },
  },
  askTips: 'As dicas de qualidade estão no nosso guia de formatos de vídeo. Quer ler?',
  yes: 'Sim',
  no: 'Não',
  back: 'Voltar ao blog',
  backToAll: 'Voltar aos artigos',
  related: 'Artigos afins',
}
