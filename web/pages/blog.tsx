import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { measure } from '../privacy/analytics.ts'
import { posts, type Post } from '../content/posts.ts'
import { AdSlot } from '../privacy/ad-slot.tsx'
import { ContentHead } from '../articles/content-head.tsx'
import { PostActions, PostMeta, PostTags } from '../articles/post-actions.tsx'
import { ContentIcon } from '../articles/content-icon.tsx'
import { Fold } from '../parts/fold.tsx'
import { Link } from '../parts/link.tsx'
import css from './blog.module.css'
import common from '../articles/content.module.css'

const topics = [
  { title: 'Video Formats', text: 'Containers, codecs and what plays where.', sign: 'film', to: '/blog/1' },
  { title: 'Legal Guides', text: 'Copyright, fair use and licenses.', sign: 'scale', to: '/blog/2' },
  { title: 'Platform Updates', text: 'What to expect from which platform.', sign: 'chat', to: '/blog/3' },
] as const
const QUALITY_TIPS = 'Quality Tips'

const explore = (label: string) => measure({ name: 'blog_topic_explore', label })

function Article({ post }: { post: Post }) {
  const to = `/blog/${post.id}`
  const open = () => measure({ name: 'blog_article_click', label: post.title })
  return (
    <article className={css.post} aria-labelledby={`post-${post.id}`}>
      <PostMeta post={post} />
      <h2 id={`post-${post.id}`}>
        <Link to={to} onClick={open}>
          {post.title}
        </Link>
      </h2>
      <p className={css.excerpt}>{post.excerpt}</p>
      <PostTags post={post} />
      <div className={common.row}>
        <Link className="btn btn-fill" to={to} onClick={open} aria-describedby={`post-${post.id}`}>
          Read Full Article
        </Link>
        <PostActions post={post} />
      </div>
    </article>
  )
}

function Topics() {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const ask = () => {
    explore(QUALITY_TIPS)
    if (dialog.current) dialog.current.returnValue = ''
    dialog.current?.showModal()
  }
  return (
    <section className={css.topics} aria-labelledby="topics">
      <h2 id="topics">Explore More Topics</h2>
      <div className={common.cards}>
        {topics.map(({ title, text, sign, to }) => (
          <Link key={title} className={common.card} to={to} onClick={() => explore(title)}>
            <ContentIcon name={sign} />
            <b>{title}</b>
            <span>{text}</span>
          </Link>
        ))}
        <button type="button" className={common.card} onClick={ask}>
          <ContentIcon name="eye" />
          <b>{QUALITY_TIPS}</b>
          <span>Coming soon</span>
        </button>
      </div>
      <dialog
        ref={dialog}
        className={css.ask}
        aria-labelledby="ask"
        onClose={(event) => {
          if (event.currentTarget.returnValue === 'yes') void navigate('/blog/1')
        }}
      >
        <form method="dialog">
          <p id="ask">Quality tips are covered in our video format guide. Would you like to read it?</p>
          <div className={common.row}>
            <button className="btn btn-fill" value="yes">
              Yes
            </button>
            <button className="btn btn-line" value="no">
              No
            </button>
          </div>
        </form>
      </dialog>
    </section>
  )
}

export function Page({ path }: { path: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (path.startsWith('/blog/')) void navigate('/blog', { replace: true })
  }, [path, navigate])
  return (
    <main id="main" className={`wrap ${common.page}`}>
      <ContentHead
        title="Blog"
        lead="Plain articles on saving media: how formats work, what the law says, and what to expect from which platform."
      />
      {posts.map((post) => (
        <Article key={post.id} post={post} />
      ))}
      <Fold />
      <Topics />
      <AdSlot name="responsive" />
    </main>
  )
}
