import type { Charge } from '#campaign/art.ts'

/*
 * Fig. 1's upper half as the product: a sealed ampoule of glass, filled with grains of gold up to
 * the level. `a`: the canvas in pixels, the level, and the tilt from -1 to 1. `b`: seconds since the
 * beginning, the sweep of light and how far the tip is broken off, both from 0 to 1, and seconds
 * since the visitor joined; -1 before, -2 where a ring shows the next place.
 */
const both = `#version 300 es
precision highp float;uniform vec4 a,b;uniform vec2 grain;
float bell(float x,float w){return exp(-x*x/(w*w));}
float filled(){return clamp((b.x-1.37)/.9,0.,1.);}
`

/**
 * A vertex is a grain, and its number is all that it needs: no buffer. The last one is the
 * visitor's. `grain`: the size of a grain, and how many there are.
 */
const grainVertex = `${both}out vec4 tone;
void main(){
float i=float(gl_VertexID),k=fract(i*.6710436),h=min(1.,fract(i*.5497005)*1.08),g=fract(sin(i*12.9898)*43758.5453),
top=step(1.,h),mine=step(grain.y,i),r=sqrt(k)*56.5*(1.-mine),w=(fract(i*.8191725)+top*g+.3*g)*6.2832;
h=mix(h,1.,mine);
vec3 p=vec3(r*cos(w),mix(508.,a.z,h),r*sin(w));
float f=clamp((b.x-.62-h*.75-g*.25)/.75,0.,1.),ring=max(b.w-.42,0.)*140.-r;
if(mine>0.){f=clamp(b.w/.42,0.,1.);p.y-=1.5;if(b.w<-1.5)f=step(2.3,b.x);}
f*=f;
p.y+=top*step(.42,b.w)*f*4.*sin(ring*.16)*bell(ring,18.)*exp(max(.42-b.w,-9.)*2.5);
p.y-=a.w*.1*p.x*smoothstep(508.,a.z,p.y);
p.xz*=mix(.15,1.,smoothstep(150.,235.,mix(150.,p.y,f)));
p.y=mix(146.,p.y,f);
if(f<=0.)p.y=-99.;
float z=p.z/66.,x=p.x/66.,light=.2+.8*bell(x+.36,.42)+.34*bell(x-.74,.13);
tone=vec4(mix(light*(.75+.25*z),.62-.3*x,top)*(.85+.3*g)+mine*.7,pow(.5+.5*sin(g*90.+a.w*7.+b.x*.35*g),24.)*(.2+.6*g)*light,0.,mine*step(b.w,-1.5));
gl_PointSize=grain.x*a.x/144.*mix(.8+.35*g+.15*z,tone.w>0.?5.:1.9,mine);
tone.z=gl_PointSize*.25;
gl_Position=vec4(p.x/72.,1.-(p.y+p.z*.24+14.)/276.,-z*.5-mine*.45,1);
}`

const grainFragment = `${both}in vec4 tone;out vec4 o;
void main(){
vec2 q=gl_PointCoord*2.-1.;float d=dot(q,q);
if(d>1.)discard;
float n=sqrt(1.-d),lit=.25+.75*max(0.,dot(vec3(q,n),vec3(-.48,-.62,.62)));
vec3 c=mix(vec3(.36,.2,.04),vec3(1,.78,.3),lit)*tone.x*1.45+vec3(1,.9,.66)*(pow(lit,12.)*.55*tone.x+tone.y*n*.8);
float e=clamp((1.-d)*tone.z,0.,1.);
if(tone.w>0.){e*=smoothstep(.62,.7,d);c=vec3(.957,.718,.25);}
o=vec4(min(c,1.)*e,e);
}`

/** One triangle over the canvas. */
const glassVertex = `${both}
void main(){gl_Position=vec4(gl_VertexID==1?3.:-1.,gl_VertexID==2?3.:-1.,0,1);}`

/**
 * A body of revolution: its radius at each height gives outline and normal. Layer 0 is its back
 * and what fills it, 1 its front.
 */
const glassFragment = `${both}uniform float layer;out vec4 o;
float prof(float y){
float k=clamp((y-140.)/72.,0.,1.),stem=mix(4.4,12.5+10.*bell(y-99.,25.),smoothstep(10.,86.,y))+1.4*bell(y-10.,7.);
k=13.+53.*k*k*(3.-2.*k)*mix(.92,1.,k);
k=mix(stem,k,smoothstep(128.,150.,y));
y=y<10.?(10.-y)/6.:max(y-508.,0.)/24.;
return k*sqrt(max(1.-y*y,0.));
}
float strip(float v,float c,float w,float s){return smoothstep(w+s,w,abs(v-c));}
void main(){
float u=144./a.x,cut=139.,t=.157*b.z,soft=99.;
vec2 p=vec2(gl_FragCoord.x,a.y-gl_FragCoord.y)*u-vec2(72,14),m=p-vec2(14,cut-14.*b.z);
float front=mix(538.,-20.,b.x/.9);
if(b.z>0.){m=mat2(cos(t),-sin(t),sin(t),cos(t))*m+vec2(14,cut);soft=p.y-cut-2.*sin(p.x*.9);if(soft<0.||m.y<cut-6.&&p.y<cut){p=m;soft=cut-3.-p.y+2.*sin(p.x*.9);}}
float r=prof(p.y),dr=(prof(p.y+.7)-prof(p.y-.7))/1.4,edge=(r-abs(p.x))/sqrt(1.+dr*dr);
vec2 e=p.y>508.?vec2(66,24):vec2(5.8,6),w=vec2(p.x,p.y-clamp(p.y,10.,508.))/e;
float k=length(w);
if(w.y!=0.)edge=(1.-k)*k/length(w/e);
edge=min(edge,soft);
float inside=smoothstep(-.5*u,.6*u,edge)*smoothstep(front,front+24.,p.y);
if(inside<=0.){o=vec4(0);return;}
float q=clamp(p.x/max(r,.01),-1.,1.),z=sqrt(1.-q*q),lev=mix(508.,a.z,filled())-a.w*.1*p.x,el=14.*sqrt(max(0.,1.-p.x*p.x/3364.)),some=smoothstep(504.,485.,a.z)*step(.01,filled());
vec3 gold=vec3(.957,.718,.25);
if(layer<.5){
float back=.03+.05*(1.-z)*(1.-z),full=some*smoothstep(-.5,.5,58.5-abs(p.x))*smoothstep(-.8,.8,p.y-lev+el)*smoothstep(.8,-.8,p.y-508.-el),disc=smoothstep(.8,-.8,abs(p.y-lev)-el);
vec3 c=mix(vec3(.9,.93,1)*back,vec3(.3,.19,.055)*(.25+.9*bell(p.x+21.,26.))+disc*vec3(.2,.135,.04),full);
o=vec4(c,max(back,full))*inside;return;
}
vec3 n=normalize(vec3(q,dr*z*.9,z));
float wall=edge-mix(3.,8.,smoothstep(150.,230.,p.y)),K=q+a.w*.12,f=1.-n.z,
high=smoothstep(524.,500.,p.y)*(.5+.5*smoothstep(520.,180.,p.y))*(strip(K,-.6,.07,.055)*.42+strip(K,-.83,.012,.03)*.35+strip(K,.8,.02,.035)*.55+strip(K,.68,.006,.02)*.22),
up=smoothstep(.25,.8,-n.y)*strip(K,-.25,.1,.3),
sweep=strip(p.x*.011+p.y*.0035-b.y*3.4+1.1,0.,.03,.16)*.3*z*step(.001,b.y),
lip=p.y-lev-el,arc=p.y-508.-el,wave=length(vec2(p.x,(p.y-lev)*4.1))-max(b.w-.42,0.)*140.;
vec3 c=vec3(.93,.96,1)*(bell(edge-.4*u,max(1.48,u*.9))*.75+bell(wall,max(1.05,u*.8))*.22+f*f*f*.25+high+up*.5+sweep);
c+=gold*(some*(step(abs(p.x),58.)*bell(lip,1.1)*.32+(bell(arc,1.73)*.5+exp(-max(arc,0.)/5.)*step(0.,arc)*.28)*el/14.)
+bell(p.y-142.,max(1.1,u*.6))*.8*smoothstep(-.2,.6,z)*(1.-b.z)+step(.42,b.w)*bell(wave,5.)*exp(max(.42-b.w,-9.)*4.)*smoothstep(.8,-.8,abs(p.y-lev)-el)+bell(p.y-front-14.,9.)*.5*step(b.x,1.));
o=vec4(min(c,1.),clamp(max(c.r,max(c.g,c.b)),0.,1.))*inside;
}`

export const charge: Charge = {
  grains: { vertex: grainVertex, fragment: grainFragment },
  glass: { vertex: glassVertex, fragment: glassFragment },
}
